import { expirePositions, type ClickHouse } from "@fleet/clickhouse";
import { keptFromMs } from "@fleet/domain";
import { listRetentions, withRetentionLock, type Database } from "@fleet/postgres";
import { repeat, type Clock, type Logger, type Running } from "@fleet/runtime";

export interface ExpiryOptions {
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  /** Of ClickHouse's configuration; null is a single server. */
  readonly cluster: string | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly intervalMs: number;
}

/** A record that was accepted just before its month expired has long been written by then. */
const marginMs = 2 * 86_400_000;

/** Deletes positions once their organisation's plan no longer keeps them. One process does at a time. */
export function startExpiry(options: ExpiryOptions): Running {
  const { database, clickhouse, cluster, clock, logger, intervalMs } = options;

  async function expireAll(stopping: AbortSignal): Promise<void> {
    const nowMs = clock.now() - marginMs;
    for (const { organisationId, retentionMonths } of await listRetentions(database.db)) {
      if (stopping.aborted) return;
      const expired = { organisationId, beforeMs: keptFromMs(nowMs, retentionMonths) };
      const months = await withRetentionLock(database, () => expirePositions(clickhouse, expired, cluster));
      if (months !== null && months > 0)
        logger.info({ organisationId, months }, "expired positions are deleted");
    }
  }

  return repeat(expireAll, {
    intervalMs,
    onFault: (error) => logger.warn({ err: error }, "expired positions are not deleted for the moment"),
  });
}
