import type { ClickHouse } from "./client.ts";
import { integer } from "./time-range.ts";
import { dayOf, readOpenDays, sumDays } from "./vehicle-days.ts";

/** Which positions have been kept for long enough. */
export interface ExpiredPositions {
  readonly organisationId: number;
  /** The start of a month (UTC), Unix milliseconds: all before it go. */
  readonly beforeMs: number;
}

const daysSummedAtOnce = 100;

/**
 * Deletes an organisation's positions of past months, and the snapshots made of them; resolves once they are gone.
 * Their days are summed first, so that odometers stay. Answers how many months there were. `cluster` names that of
 * ClickHouse's configuration; null is a single server.
 */
export async function expirePositions(
  client: ClickHouse,
  expired: ExpiredPositions,
  cluster: string | null,
): Promise<number> {
  const { organisationId, beforeMs } = expired;
  const result = await client.query({
    query: `SELECT DISTINCT toYYYYMM(fix_time) AS month FROM positions
      WHERE organisation_id = ${integer(organisationId)} AND fix_time < fromUnixTimestamp64Milli(${integer(beforeMs)}, 'UTC')
      ORDER BY month`,
    format: "JSONEachRow",
  });
  const months = await result.json<{ month: number }>();
  if (months.length === 0) return 0;
  const open = await readOpenDays(client, { organisationId, beforeDay: dayOf(beforeMs) });
  for (let at = 0; at < open.length; at += daysSummedAtOnce)
    await sumDays(client, open.slice(at, at + daysSummedAtOnce));
  for (const table of ["positions", "fold_snapshots"]) {
    const stored = cluster === null ? table : `${table}_local ON CLUSTER ${cluster}`;
    for (const { month } of months)
      await client.command({
        query: `ALTER TABLE ${stored} DELETE IN PARTITION ${integer(month)} WHERE organisation_id = ${integer(organisationId)}`,
        clickhouse_settings: { mutations_sync: "2" },
      });
  }
  return months.length;
}
