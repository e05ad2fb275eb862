import { cutPage, isBackward, type PageRequest, type PageRows, type Principal } from "@fleet/domain";

import type { Reader } from "./reader.ts";
import {
  allOf,
  beside,
  changedSince,
  visible,
  within,
  type HalfOpenRange,
  type VisibleHistory,
} from "./visible-history.ts";

/** What orders a vehicle's trips. */
export type TripPageKey = readonly [startTimeMs: number, id: string];

/** A stored trip in the table's units. */
export interface VisibleTrip {
  readonly id: string;
  readonly start_time_ms: number;
  readonly end_time_ms: number | null;
  readonly start_lat_e7: number;
  readonly start_lng_e7: number;
  /** The last place so far while the trip is open. */
  readonly end_lat_e7: number;
  readonly end_lng_e7: number;
  readonly distance_mm: number;
  readonly distance_source: "odometer" | "gps" | "mixed";
  readonly moving_ms: number;
  readonly idle_ms: number;
  readonly max_speed_e2: number;
  readonly settled_by: "fix" | "timer" | null;
  readonly revision: number;
  readonly withdrawn: boolean;
  readonly replaced_by: string | null;
  readonly split_from: string | null;
  readonly updated_at_ms: number;
}

const columns = `id, toUnixTimestamp64Milli(start_time) AS start_time_ms,
  toUnixTimestamp64Milli(end_time) AS end_time_ms, start_lat_e7, start_lng_e7, end_lat_e7, end_lng_e7, distance_mm, distance_source, moving_ms, idle_ms,
  max_speed_e2, settled_by, revision,
  withdrawn, replaced_by, split_from, toUnixTimestamp64Milli(updated_at) AS updated_at_ms`;

export interface WantedTrips {
  readonly history: VisibleHistory;
  /** Of the start time. */
  readonly range: HalfOpenRange;
  readonly page: PageRequest<TripPageKey>;
  /** Given, only what was revised or withdrawn after it is listed, Unix milliseconds. */
  readonly updatedSinceMs: number | null;
}

/** One page of the trips that start in a range, by start time, then id. */
export async function listTrips(
  reader: Reader,
  principal: Principal,
  wanted: WantedTrips,
): Promise<PageRows<VisibleTrip>> {
  const { page } = wanted;
  const where = allOf([
    visible(principal, wanted.history, { time: "start_time" }),
    within("start_time", wanted.range),
    changedSince(wanted.updatedSinceMs),
    beside(["start_time", "id"], ["String"], page.edge),
  ]);
  const direction = isBackward(page) ? "DESC" : "ASC";
  const found = await reader.select<VisibleTrip>({
    query: `SELECT ${columns} FROM trips FINAL WHERE ${where.sql}
      ORDER BY start_time ${direction}, id ${direction} LIMIT {limit:UInt32}`,
    params: { ...where.params, limit: page.limit + 1 },
  });
  return cutPage(page, found);
}
