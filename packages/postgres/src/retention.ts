import { advisoryLocks } from "./advisory-locks.ts";
import type { Database, Executor } from "./database.ts";
import { sql } from "./drizzle.ts";
import { at } from "./instant.ts";
import { deliveries, deliveryAttempts, events, mails } from "./schema/index.ts";

/** Which rows go: those from before an instant, at most so many at once. */
export interface Expiry {
  readonly before: Date;
  readonly rowsMax: number;
}

/** Kinds of rows that are kept for a while. */
export const keptRows = ["events", "deliveryAttempts", "deliveries", "mails"] as const;
export type KeptRows = (typeof keptRows)[number];

/**
 * What of events, deliveries and mails is kept for a while and then deleted, oldest first: its table, its key in order of
 * age, its date, and whether it has ended.
 */
const kept = {
  events: { table: events, key: sql.raw("sequence"), date: sql.raw("created_at"), ended: sql`true` },
  deliveryAttempts: {
    table: deliveryAttempts,
    key: sql.raw("id"),
    date: sql.raw("attempted_at"),
    ended: sql`true`,
  },
  deliveries: {
    table: deliveries,
    key: sql.raw("id"),
    date: sql.raw("event_created_at"),
    ended: sql`status <> 'pending'`,
  },
  mails: {
    table: mails,
    key: sql.raw("id"),
    date: sql.raw("disabled_at"),
    ended: sql`next_attempt_at IS NULL`,
  },
} as const satisfies Record<KeptRows, object>;

/**
 * Deletes the oldest rows of their kind if they are from before the instant, and returns how many. Only the first
 * `rowsMax` in the order of their keys are looked at, so that it costs the same whether something is old or not, and
 * rows that another holds are passed over, as are those that a clock dated ahead which was set back since.
 */
export async function deleteExpired(
  db: Executor,
  kind: KeptRows,
  { before, rowsMax }: Expiry,
): Promise<number> {
  const { table, key, date, ended } = kept[kind];
  const { rowCount } = await db.execute(sql`
    DELETE FROM ${table} WHERE ${key} IN (
      SELECT ${key} FROM ${table} WHERE ${key} IN (
        SELECT ${key} FROM ${table} WHERE ${date} < now() + interval '2 minutes' ORDER BY ${key} LIMIT ${rowsMax})
        AND ${date} < ${at(before)} AND ${ended}
      FOR UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
}

/** Runs `run` unless another process is at it: then null. */
export async function withRetentionLock<T>(database: Database, run: () => Promise<T>): Promise<T | null> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${advisoryLocks.retention}) AS locked`,
    );
    return rows[0]?.locked === true ? run() : null;
  });
}
