import { setTimeout as delay } from "node:timers/promises";

import type { Logger, Running } from "@fleet/runtime";

import type { ClaimedDelivery } from "../claim/claimed-delivery.ts";
import type { Placed } from "../claim/places.ts";
import type { DispatcherMetrics } from "../dispatcher-metrics.ts";
import type { Outcome } from "../outcome/fold-outcomes.ts";
import { takeTurn, type TurnOptions, type TurnTaken } from "./take-turn.ts";

export interface TurnLoopOptions extends TurnOptions {
  readonly logger: Logger;
  readonly metrics: DispatcherMetrics;
  /** How long outcomes gather before they are stored together. */
  readonly flushIntervalMs: number;
  /** Takes a leased delivery; its place is taken already. */
  readonly onLeased: (delivery: ClaimedDelivery) => void;
}

export interface TurnLoop extends Running {
  /** Something may be due for these webhooks. */
  wake(webhookIds: Iterable<number>): void;
  /** An attempt has ended. Its place is free once that is stored. */
  add(outcome: Outcome): void;
  /** An attempt has ended without an outcome. */
  release(placed: Placed): void;
  /** Leases nothing any more; resolves once no turn does. */
  stopLeasing(): Promise<void>;
}

const outcomesPerTurnMax = 500;
const webhooksPerTurnMax = 128;
const faultPauseMs = 250;

/**
 * Takes turns, one after the other: stores the outcomes that have gathered and leases for the webhooks in line, in the
 * order in which they were named, and for those whose places came free. While Postgres is away outcomes wait here:
 * there are no more of them than places in flight. Stopping stores what has been added.
 */
export function startTurnLoop(options: TurnLoopOptions): TurnLoop {
  const { places, logger, metrics, flushIntervalMs, inFlightPerWebhookMax, onLeased } = options;
  const line = new Set<number>();
  /** Webhooks that could have more, were there another place for their organisation. */
  const crowded = new Map<number, Set<number>>();
  const waiting: Outcome[] = [];
  let [leasing, stopping, flushDue] = [true, false, false];
  let gathering: NodeJS.Timeout | undefined;
  let bell = Promise.withResolvers<void>();
  let turning = Promise.resolve();

  function gather(): void {
    gathering ??= setTimeout(() => {
      flushDue = true;
      bell.resolve();
    }, flushIntervalMs);
  }

  function callCrowded({ organisationId }: Placed): void {
    for (const id of crowded.get(organisationId) ?? []) line.add(id);
    crowded.delete(organisationId);
  }

  /** Without those whose places are all taken here: they come up when one of these ends. */
  function nextInLine(): number[] {
    const ids = [...line].slice(0, webhooksPerTurnMax);
    for (const id of ids) line.delete(id);
    return ids.filter((id) => places.takenBy(id) < inFlightPerWebhookMax);
  }

  function note({ deliveries, crowded: pressed, unplaced, disabled }: TurnTaken): void {
    for (const { id, organisationId } of pressed) {
      crowded.set(organisationId, (crowded.get(organisationId) ?? new Set()).add(id));
    }
    for (const { id } of unplaced) line.add(id);
    for (const { id, disabledReason } of disabled) {
      metrics.disabled.inc();
      logger.warn({ webhookId: id, reason: disabledReason }, "webhook disabled");
    }
    for (const delivery of deliveries) onLeased(delivery);
  }

  async function turn(): Promise<void> {
    clearTimeout(gathering);
    [gathering, flushDue] = [undefined, false];
    const outcomes = waiting.slice(0, outcomesPerTurnMax);
    for (const outcome of outcomes) callCrowded(outcome);
    const webhookIds = leasing ? nextInLine() : [];
    if (outcomes.length + webhookIds.length === 0) return;
    try {
      const taken = await takeTurn(options, { outcomes, webhookIds, leasing });
      waiting.splice(0, outcomes.length);
      note(taken);
    } catch (error) {
      // What was in line the next poll finds again.
      metrics.faults.inc({ step: "turn" });
      logger.error({ err: error, outcomes: outcomes.length }, "a turn failed: trying again");
      await delay(faultPauseMs);
    }
    if (waiting.length > 0) gather();
  }

  async function run(): Promise<void> {
    while (!stopping || waiting.length > 0) {
      if (flushDue || (stopping && waiting.length > 0) || (leasing && line.size > 0 && places.free > 0)) {
        await (turning = turn());
      } else {
        await bell.promise;
        bell = Promise.withResolvers();
      }
    }
  }

  const running = run();
  return {
    wake(webhookIds) {
      for (const id of webhookIds) line.add(id);
      bell.resolve();
    },
    add(outcome) {
      waiting.push(outcome);
      gather();
    },
    release(placed) {
      places.release(placed);
      callCrowded(placed);
      bell.resolve();
    },
    async stopLeasing() {
      leasing = false;
      await turning;
    },
    async stop() {
      stopping = true;
      bell.resolve();
      await running;
    },
  };
}
