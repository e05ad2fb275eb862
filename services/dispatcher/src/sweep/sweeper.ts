import {
  adoptRestoredEvents,
  cancelDeliveriesOfDeleted,
  deleteExpired,
  dropRequestedAttemptsOfDeleted,
  expireDeliveries,
  keptRows,
  markEventLog,
  measureBacklog,
  promoteNextSecrets,
  type Database,
} from "@fleet/postgres";
import { repeat, type Clock, type Logger, type Running } from "@fleet/runtime";

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
 * likewise, what has been kept for 30 days, puts restored events in their place, marks how far the log has come, lets
 * webhooks' next secrets take over, and measures what waits.
 */
export function startSweeper({ database, clock, logger, metrics, sweepIntervalMs }: SweeperOptions): Running {
  /** Deleted webhooks first: what waits for them is cancelled and enters no log. */
  const steps = [
    {
      run: () => cancelDeliveriesOfDeleted(database.db, rowsMax),
      count: (ended: number) => metrics.lapsed.inc({ reason: "deleted" }, ended),
    },
    {
      run: () => expireDeliveries(database.db, { ...windowAt(clock.now()), rowsMax }),
      count: (ended: number) => metrics.lapsed.inc({ reason: "expired" }, ended),
    },
    ...keptRows.map((kind) => ({
      run: () => deleteExpired(database.db, kind, { before: new Date(clock.now() - keptMs), rowsMax }),
      count: (deleted: number) => metrics.forgotten.inc({ kind }, deleted),
    })),
  ];

  async function sweep(stopping: AbortSignal): Promise<void> {
    const nowMs = clock.now();
    await markEventLog(database.db, { at: new Date(nowMs), before: new Date(nowMs - keptMs) });
    for (const { run, count } of steps) {
      let rows = rowsMax;
      while (rows > 0 && !stopping.aborted) {
        rows = await run();
        count(rows);
      }
    }
    while (!stopping.aborted && (await adoptRestoredEvents(database.db, rowsMax)) > 0) continue;
    await dropRequestedAttemptsOfDeleted(database.db, rowsMax);
    await promoteNextSecrets(database.db, new Date(clock.now()));
    await showBacklog();
  }

  async function showBacklog(): Promise<void> {
    const { failingWebhooks, dueDeliveries } = await measureBacklog(database.db, windowAt(clock.now()));
    metrics.webhooksFailing.set(failingWebhooks);
    metrics.deliveriesDue.set(dueDeliveries);
  }

  return repeat(sweep, {
    intervalMs: sweepIntervalMs,
    onFault(error) {
      metrics.faults.inc({ step: "sweep" });
      logger.error({ err: error }, "sweeping deliveries failed: trying again");
    },
  });
}
