import { createMiddleware } from "hono/factory";

import type { ApiEnv } from "../http/api-env.ts";
import { unavailable } from "../http/faults.ts";
import type { LeavingAnswers } from "./leaving-answers.ts";

/** Lets so many be at work at once. Who has to wait is let in by organisation in turn, and within one in order. */
export interface Turns {
  /** Resolves with what ends the turn (to end it again does nothing), or with null where none came in that time. */
  take(organisationId: number, waitMsMax: number): Promise<(() => void) | null>;
  readonly waiting: number;
}

export function createTurns(atOnceMax: number): Turns {
  /** By organisation, that of the next turn first. */
  const waiting = new Map<number, (() => void)[]>();
  let atWork = 0;

  function begin(): () => void {
    atWork += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      atWork -= 1;
      letIn();
    };
  }

  function letIn(): void {
    const [next] = waiting;
    if (next === undefined) return;
    const [organisationId, queue] = next;
    waiting.delete(organisationId);
    const first = queue.shift();
    if (queue.length > 0) waiting.set(organisationId, queue);
    first?.();
  }

  function wait(organisationId: number, waitMsMax: number): Promise<(() => void) | null> {
    const queue = waiting.get(organisationId) ?? [];
    waiting.set(organisationId, queue);
    return new Promise((resolve) => {
      const letMeIn = (): void => {
        clearTimeout(timer);
        resolve(begin());
      };
      queue.push(letMeIn);
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(letMeIn), 1);
        if (queue.length === 0) waiting.delete(organisationId);
        resolve(null);
      }, waitMsMax);
    });
  }

  return {
    get waiting() {
      return [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0);
    },
    take: (organisationId, waitMsMax) =>
      atWork < atOnceMax ? Promise.resolve(begin()) : wait(organisationId, waitMsMax),
  };
}

export interface TurnParts {
  readonly turns: Turns;
  readonly leaving: LeavingAnswers;
  readonly deadlineMs: number;
}

/**
 * Has a request wait for its turn, which lasts until its work is done, though it may have been answered that it takes too
 * long, and its answer has left, for that is in memory until then; not beyond the deadline, so that nobody is held up by one
 * who does not read. 503 to who has waited for half of the deadline: the rest would hardly do, and work for nothing keeps the
 * others waiting. An answer that leaves later is one of `leaving`.
 */
export function inTurn({ turns, leaving, deadlineMs }: TurnParts) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { outgoing } = c.env;
    const { organisationId } = c.var.caller.principal;
    const waitMsMax = deadlineMs / 2;
    const end = await turns.take(organisationId, waitMsMax);
    if (end === null) {
      c.var.logger.warn({ waitedMs: waitMsMax }, "request waited too long for its turn");
      return unavailable(c);
    }
    if (outgoing.destroyed) {
      end();
      return unavailable(c);
    }
    return next().finally(() => {
      if (outgoing.writableFinished || outgoing.destroyed) {
        end();
        return;
      }
      let hasLeft = end;
      const timer = setTimeout(() => {
        end();
        hasLeft = leaving.add(organisationId, () => {
          c.var.logger.warn("answer cut off: its receiver takes too long to read it, as many do");
          outgoing.destroy();
        });
      }, deadlineMs);
      outgoing.once("close", () => {
        clearTimeout(timer);
        hasLeft();
      });
    });
  });
}
