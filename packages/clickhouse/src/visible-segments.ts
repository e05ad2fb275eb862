import type { Principal } from "@fleet/domain";

import type { ClickHouse } from "./client.ts";
import { visible, within, type HalfOpenRange, type VisibleHistory } from "./visible-history.ts";

/** The trips and stops that a summary counts, and the time spent in stops. */
export interface VisibleSegments {
  /** Those that start in the range. */
  readonly tripsCount: number;
  readonly stopsCount: number;
  /** Those that overlap the range, by start, Unix milliseconds; null is an open end. */
  readonly stops: readonly { readonly startTimeMs: number; readonly endTimeMs: number | null }[];
}

export async function readSegments(
  clickhouse: ClickHouse,
  principal: Principal,
  wanted: { history: VisibleHistory; range: HalfOpenRange },
): Promise<VisibleSegments> {
  const scope = visible(principal, wanted.history, { time: "start_time" });
  const starts = within("start_time", wanted.range);
  const found = await clickhouse.query({
    query: `SELECT (SELECT count() FROM trips FINAL WHERE ${scope.sql} AND ${starts.sql} AND NOT withdrawn) AS trips,
        arraySort(groupArray((toUnixTimestamp64Milli(start_time), toUnixTimestamp64Milli(end_time)))) AS stops
      FROM stops FINAL
      WHERE ${scope.sql} AND NOT withdrawn AND start_time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
        AND (end_time IS NULL OR end_time > fromUnixTimestamp64Milli({from:Int64}, 'UTC'))`,
    query_params: { ...scope.params, ...starts.params },
    format: "JSONEachRow",
  });
  const [row] = await found.json<{ trips: number; stops: [startMs: number, endMs: number | null][] }>();
  const stops = row?.stops ?? [];
  return {
    tripsCount: row?.trips ?? 0,
    stopsCount: stops.filter(([startMs]) => startMs >= wanted.range.fromMs).length,
    stops: stops.map(([startTimeMs, endTimeMs]) => ({ startTimeMs, endTimeMs })),
  };
}
