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
  const query_params = { ...scope.params, ...starts.params };
  const [trips, stops] = await Promise.all([
    clickhouse.query({
      query: `SELECT count() AS trips FROM trips FINAL WHERE ${scope.sql} AND ${starts.sql} AND NOT withdrawn`,
      query_params,
      format: "JSONEachRow",
    }),
    clickhouse.query({
      query: `SELECT toUnixTimestamp64Milli(start_time) AS start_ms, toUnixTimestamp64Milli(end_time) AS end_ms
        FROM stops FINAL
        WHERE ${scope.sql} AND NOT withdrawn AND start_time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
          AND (end_time IS NULL OR end_time > fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
        ORDER BY start_time, id`,
      query_params,
      format: "JSONEachRow",
    }),
  ]);
  const [counted] = await trips.json<{ trips: number }>();
  const overlapping = await stops.json<{ start_ms: number; end_ms: number | null }>();
  return {
    tripsCount: counted?.trips ?? 0,
    stopsCount: overlapping.filter(({ start_ms }) => start_ms >= wanted.range.fromMs).length,
    stops: overlapping.map(({ start_ms, end_ms }) => ({ startTimeMs: start_ms, endTimeMs: end_ms })),
  };
}
