import { expirePositions, readExpiries, type ClickHouse } from "@fleet/clickhouse";
import { keptFromMs } from "@fleet/domain";
import {
  listPositionsFrom,
  listRetentions,
  setPositionsFrom,
  withRetentionLock,
  type Database,
} from "@fleet/postgres";
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

const notDeleted = "expired positions are not deleted for the moment";

/** Expires positions once their organisation's plan no longer keeps them. One process does at a time. */
export function startExpiry({ intervalMs, ...options }: ExpiryOptions): Running {
  return repeat((stopping) => expireAll(options, stopping), {
    intervalMs,
    onFault: (error) => options.logger.warn({ err: error }, notDeleted),
  });
}

/** One round over all organisations, none of which keeps the others waiting for the next. */
export async function expireAll(
  options: Omit<ExpiryOptions, "intervalMs">,
  stopping: AbortSignal,
): Promise<void> {
  for (const { organisationId, retentionMonths } of await listRetentions(options.database.db)) {
    if (stopping.aborted) return;
    try {
      await withRetentionLock(options.database, () => expireOf(options, organisationId, retentionMonths));
    } catch (error) {
      options.logger.warn({ err: error, organisationId }, notDeleted);
    }
  }
}

/**
 * Deletes what an earlier round has said is no longer kept, then says what is not from now on: every process has heard of
 * it by the next round, and takes in no more of it.
 */
async function expireOf(
  { database, clickhouse, cluster, clock, logger }: Omit<ExpiryOptions, "intervalMs">,
  organisationId: number,
  retentionMonths: number,
): Promise<void> {
  const expired = await listPositionsFrom(database.db, organisationId);
  const months = await expirePositions(clickhouse, { organisationId, expired }, cluster);
  if (months > 0) logger.info({ organisationId, months }, "expired positions are deleted");
  const beforeMs = keptFromMs(clock.now(), retentionMonths);
  await setPositionsFrom(database.db, await readExpiries(clickhouse, { organisationId, beforeMs }));
}
