import { setTimeout as delay } from "node:timers/promises";

import {
  cancelDeliveriesOfDeleted,
  deleteExpired,
  dropRequestedAttemptsOfDeleted,
  expireDeliveries,
  keptRows,
  promoteNextSecrets,
  type Database,
} from "@fleet/postgres";
import type { Clock, Logger, Running } from "@fleet/runtime";

import { windowAt } from "../claim/claimed-delivery.ts";
import type { DispatcherMetrics } from "../dispatcher-metrics.ts";

export interface SweeperOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: DispatcherMetrics;
  readonly sweepIntervalMs: number;
}

const rowsMax = 500;
const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Ends, in small steps, what nobody will send any more: deliveries past their 24 hours or of deleted webhooks. Deletes,
 * likewise, what has been kept for 30 days, and lets webhooks' next secrets take over.
 */
export function startSweeper({ database, clock, logger, metrics, sweepIntervalMs }: SweeperOptions): Running {
  const stopping = new AbortController();

  /** Deleted webhooks first: what waits for them is cancelled and enters no log. */
  const steps = [
    { reason: "deleted", run: () => cancelDeliveriesOfDeleted(database.db, rowsMax) },
    { reason: "expired", run: () => expireDeliveries(database.db, { ...windowAt(clock.now()), rowsMax }) },
  ] as const;

  async function forget(): Promise<void> {
    const before = new Date(clock.now() - keptMs);
    for (const kind of keptRows) {
      let deleted = rowsMax;
      while (deleted > 0 && !stopping.signal.aborted) {
        deleted = await deleteExpired(database.db, kind, { before, rowsMax });
        metrics.forgotten.inc({ kind }, deleted);
      }
    }
  }

  async function sweep(): Promise<void> {
    for (const { reason, run } of steps) {
      let ended = rowsMax;
      while (ended === rowsMax && !stopping.signal.aborted) {
        ended = await run();
        metrics.lapsed.inc({ reason }, ended);
      }
    }
    await dropRequestedAttemptsOfDeleted(database.db, rowsMax);
    await promoteNextSecrets(database.db, new Date(clock.now()));
    await forget();
  }

  async function runSweeps(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sweep().catch((error: unknown) => {
        metrics.faults.inc({ step: "sweep" });
        logger.error({ err: error }, "sweeping deliveries failed: trying again");
      });
      await delay(sweepIntervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = runSweeps();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
