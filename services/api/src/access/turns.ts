import { createMiddleware } from "hono/factory";

import type { ApiEnv } from "../http/api-env.ts";
import { unavailable } from "../http/faults.ts";

/** Lets so many be at work at once. Who has to wait is let in by organisation in turn, and within one in order. */
export interface Turns {
  /** Resolves with what ends the turn; to end it again does nothing. */
  take(organisationId: number): Promise<() => void>;
}

export function createTurns(atOnceMax: number): Turns {
  /** By organisation, that of the next turn first. */
  const waiting = new Map<number, (() => void)[]>();
  let atWork = 0;

  function letIn(): void {
    const [next] = waiting;
    if (next === undefined || atWork >= atOnceMax) return;
    const [organisationId, queue] = next;
    waiting.delete(organisationId);
    const begin = queue.shift();
    if (queue.length > 0) waiting.set(organisationId, queue);
    begin?.();
  }

  return {
    take(organisationId) {
      return new Promise((resolve) => {
        const begin = (): void => {
          atWork += 1;
          let isOver = false;
          resolve(() => {
            if (isOver) return;
            isOver = true;
            atWork -= 1;
            letIn();
          });
        };
        const queue = waiting.get(organisationId);
        if (queue === undefined) waiting.set(organisationId, [begin]);
        else queue.push(begin);
        letIn();
      });
    },
  };
}

/**
 * Has a request wait for its turn, which lasts until its work is done, though it may have been answered that it takes too
 * long, and its answer has left, for that is in memory until then; not beyond the deadline, so that nobody is held up by one
 * who does not read. 503 where half of the deadline passes before: the rest would hardly do, and work for nothing keeps the
 * others waiting.
 */
export function inTurn(turns: Turns, deadlineMs: number) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { outgoing } = c.env;
    const askedMs = performance.now();
    const end = await turns.take(c.var.caller.principal.organisationId);
    if (performance.now() - askedMs > deadlineMs / 2 || outgoing.destroyed) {
      end();
      return unavailable(c);
    }
    return next().finally(() => {
      if (outgoing.writableFinished || outgoing.destroyed) {
        end();
        return;
      }
      const timer = setTimeout(end, deadlineMs);
      outgoing.once("close", () => {
        clearTimeout(timer);
        end();
      });
    });
  });
}
