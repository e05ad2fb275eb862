import type { DistanceSource, FoldedTrip, PageRows, Principal } from "@fleet/domain";

import type { Reader } from "./reader.ts";
import { listSegments, type VisibleSegment, type WantedSegments } from "./segment-pages.ts";

/** A stored trip in the table's units. */
export interface VisibleTrip extends VisibleSegment {
  readonly start_lat_e7: number;
  readonly start_lng_e7: number;
  /** The last place so far while the trip is open. */
  readonly end_lat_e7: number;
  readonly end_lng_e7: number;
  readonly distance_mm: number;
  readonly distance_source: DistanceSource;
  readonly moving_ms: number;
  readonly max_speed_e2: number;
  readonly settled_by: FoldedTrip["settledBy"];
}

const columns =
  "start_lat_e7, start_lng_e7, end_lat_e7, end_lng_e7, distance_mm, distance_source, moving_ms, max_speed_e2, settled_by";

/** One page of the trips that start in a range, by start time, then id. */
export function listTrips(
  reader: Reader,
  principal: Principal,
  wanted: WantedSegments,
): Promise<PageRows<VisibleTrip>> {
  return listSegments(reader, principal, { table: "trips", columns }, wanted);
}
