import { setTimeout as delay } from "node:timers/promises";

import { findDueWebhooks } from "@fleet/postgres";
import type { Clock, Logger, Running } from "@fleet/runtime";

import type { DispatcherMetrics } from "../dispatcher-metrics.ts";
import { claimDeliveries, windowAt, type ClaimOptions, type ClaimedDelivery } from "./claim-deliveries.ts";

export interface ClaimLoopOptions extends ClaimOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: DispatcherMetrics;
  /** How often all webhooks are looked through for retries, expired leases and what other processes left. */
  readonly pollIntervalMs: number;
  /** Takes a leased delivery; its place is taken already. */
  readonly onClaimed: (delivery: ClaimedDelivery) => void;
}

export interface ClaimLoop extends Running {
  /** Something may be due for these webhooks. */
  wake(webhookIds: Iterable<number>): void;
  /** A place of the organisation is free again. */
  release(organisationId: number): void;
}

const webhooksPerClaimMax = 64;
const faultPauseMs = 250;
/** Whoever holds a webhook stores outcomes or claims, which takes a few milliseconds. */
const busyPauseMs = 5;

/**
 * Claims for webhooks in the order in which they were named, a few at a time; one that could have had more goes to
 * the end of the line when a place is free, so that a busy webhook never keeps others waiting.
 */
export function startClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { database, places, clock, logger, metrics, pollIntervalMs, onClaimed } = options;
  const line = new Set<number>();
  /** Webhooks that got all they could have, by organisation. */
  const filled = new Map<number, Set<number>>();
  const stopping = new AbortController();
  let bell = Promise.withResolvers<void>();

  function wake(webhookIds: Iterable<number>): void {
    for (const id of webhookIds) line.add(id);
    bell.resolve();
  }

  async function claimNext(): Promise<void> {
    const webhookIds = [...line].slice(0, webhooksPerClaimMax);
    for (const id of webhookIds) line.delete(id);
    const claimed = await claimDeliveries(options, { webhookIds, nowMs: clock.now() });
    for (const { id, organisationId } of claimed.filled) {
      filled.set(organisationId, (filled.get(organisationId) ?? new Set()).add(id));
    }
    for (const id of claimed.unplaced) line.add(id);
    for (const delivery of claimed.deliveries) {
      places.take(delivery.webhook.organisationId);
      onClaimed(delivery);
    }
    metrics.inFlight.set(places.taken);
    if (claimed.busy.length > 0) void delay(busyPauseMs).then(() => wake(claimed.busy));
  }

  async function runClaims(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (line.size === 0 || places.free === 0) {
        await bell.promise;
        bell = Promise.withResolvers();
        continue;
      }
      try {
        await claimNext();
      } catch (error) {
        await pauseAfter(error, "claim");
      }
    }
  }

  async function runPolls(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        wake(await findDueWebhooks(database.db, windowAt(clock.now())));
      } catch (error) {
        await pauseAfter(error, "poll");
      }
      await delay(pollIntervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** What a failed claim forgot, the next poll finds again. */
  async function pauseAfter(fault: unknown, step: "claim" | "poll"): Promise<void> {
    metrics.faults.inc({ step });
    logger.error({ err: fault, step }, "looking for due deliveries failed: trying again");
    await delay(faultPauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  const running = Promise.all([runClaims(), runPolls()]);
  return {
    wake,
    release(organisationId) {
      places.release(organisationId);
      metrics.inFlight.set(places.taken);
      const again = filled.get(organisationId);
      filled.delete(organisationId);
      wake(again ?? []);
    },
    async stop() {
      stopping.abort();
      bell.resolve();
      await running;
    },
  };
}
