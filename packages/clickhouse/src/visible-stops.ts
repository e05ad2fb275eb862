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

/** What orders a vehicle's stops. */
export type StopPageKey = readonly [startTimeMs: number, id: string];

/** A stored stop in the table's units. */
export interface VisibleStop {
  readonly id: string;
  readonly start_time_ms: number;
  readonly end_time_ms: number | null;
  readonly lat_e7: number;
  readonly lng_e7: number;
  readonly idle_ms: number;
  readonly revision: number;
  readonly withdrawn: boolean;
  readonly replaced_by: string | null;
  readonly split_from: string | null;
  readonly updated_at_ms: number;
}

const columns = `id, toUnixTimestamp64Milli(start_time) AS start_time_ms,
  toUnixTimestamp64Milli(end_time) AS end_time_ms, lat_e7, lng_e7, idle_ms, revision,
  withdrawn, replaced_by, split_from, toUnixTimestamp64Milli(updated_at) AS updated_at_ms`;

export interface WantedStops {
  readonly history: VisibleHistory;
  /** Of the start time. */
  readonly range: HalfOpenRange;
  readonly page: PageRequest<StopPageKey>;
  /** Given, only what was revised or withdrawn after it is listed, Unix milliseconds. */
  readonly updatedSinceMs: number | null;
}

/** One page of the stops that start in a range, by start time, then id. */
export async function listStops(
  reader: Reader,
  principal: Principal,
  wanted: WantedStops,
): Promise<PageRows<VisibleStop>> {
  const { page } = wanted;
  const where = allOf([
    visible(principal, wanted.history, { time: "start_time" }),
    within("start_time", wanted.range),
    changedSince(wanted.updatedSinceMs),
    beside(["start_time", "id"], ["String"], page.edge),
  ]);
  const direction = isBackward(page) ? "DESC" : "ASC";
  const found = await reader.select<VisibleStop>({
    query: `SELECT ${columns} FROM stops FINAL WHERE ${where.sql}
      ORDER BY start_time ${direction}, id ${direction} LIMIT {limit:UInt32}`,
    params: { ...where.params, limit: page.limit + 1 },
  });
  return cutPage(page, found);
}
