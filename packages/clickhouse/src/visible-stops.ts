import type { PageRows, Principal } from "@fleet/domain";

import type { Reader } from "./reader.ts";
import { listSegments, type VisibleSegment, type WantedSegments } from "./segment-pages.ts";
import { stopColumns, type StopColumns } from "./stops.ts";

/** A stored stop in the table's units. */
export interface VisibleStop extends VisibleSegment, StopColumns {}

/** One page of the stops that start in a range, by start time, then id. */
export function listStops(
  reader: Reader,
  principal: Principal,
  wanted: WantedSegments,
): Promise<PageRows<VisibleStop>> {
  return listSegments(reader, principal, { table: "stops", columns: stopColumns }, wanted);
}
