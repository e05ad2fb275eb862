import type { PageRows, Principal } from "@fleet/domain";

import type { Reader } from "./reader.ts";
import { listSegments, type VisibleSegment, type WantedSegments } from "./segment-pages.ts";
import { tripColumns, type TripColumns } from "./trips.ts";

/** A stored trip in the table's units. */
export interface VisibleTrip extends VisibleSegment, TripColumns {}

/** One page of the trips that start in a range, by start time, then id. */
export function listTrips(
  reader: Reader,
  principal: Principal,
  wanted: WantedSegments,
): Promise<PageRows<VisibleTrip>> {
  return listSegments(reader, principal, { table: "trips", columns: tripColumns }, wanted);
}
