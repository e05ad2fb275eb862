import type { Executor } from "./database.ts";
import { sql, type SQL } from "./drizzle.ts";
import { at } from "./instant.ts";
import { eventMarks, events } from "./schema/index.ts";

const markIntervalMs = 60_000;
/** More than the clocks of two machines are apart, and a mark's instant and its statement. */
const clocksApartMs = 120_000;

/** Marks how far the event log has come, unless that was done a moment ago, and forgets the marks from before `before`. */
export async function markEventLog(db: Executor, mark: { at: Date; before: Date }): Promise<void> {
  const lastBefore = new Date(mark.at.getTime() - markIntervalMs);
  // A later one is of a clock that was set back since, and stands in nobody's way.
  const ahead = new Date(mark.at.getTime() + clocksApartMs);
  await db.execute(sql`
    WITH forgotten AS (DELETE FROM ${eventMarks} WHERE at < ${at(mark.before)})
    INSERT INTO ${eventMarks} (at, sequence)
    SELECT ${at(mark.at)}, (SELECT coalesce(max(sequence), 0) FROM ${events})
    WHERE NOT EXISTS (SELECT FROM ${eventMarks} WHERE at > ${at(lastBefore)} AND at <= ${at(ahead)})
    ON CONFLICT DO NOTHING`);
}

/**
 * The first transaction that can have brought an event raised at or after that instant, Unix milliseconds; 0 where no
 * mark tells. Whatever had been stored by the mark, its transaction had begun by then, and an event is raised before its
 * own begins.
 */
export function firstTransactionSince(sinceMs: number): SQL {
  return sql`coalesce((
    SELECT last.transaction FROM (
      SELECT sequence FROM ${eventMarks}
      WHERE at <= to_timestamp((${sinceMs}::float8 - ${clocksApartMs}) / 1000) ORDER BY at DESC LIMIT 1) mark
    CROSS JOIN LATERAL (
      SELECT e.transaction FROM ${events} e
      WHERE e.sequence <= mark.sequence ORDER BY e.sequence DESC LIMIT 1) last), '0'::xid8)`;
}
