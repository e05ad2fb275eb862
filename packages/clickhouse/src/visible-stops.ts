import type { PageRows, Principal } from "@fleet/domain";

import type { Reader } from "./reader.ts";
import { listSegments, type VisibleSegment, type WantedSegments } from "./segment-pages.ts";

/** A stored stop in the table's units. */
export interface VisibleStop extends VisibleSegment {
  readonly lat_e7: number;
  readonly lng_e7: number;
}

/** One page of the stops that start in a range, by start time, then id. */
export function listStops(
  reader: Reader,
  principal: Principal,
  wanted: WantedSegments,
): Promise<PageRows<VisibleStop>> {
  return listSegments(reader, principal, { table: "stops", columns: "lat_e7, lng_e7" }, wanted);
}
