import type { Segment, SegmentRow } from "@fleet/domain";

import type { ClickHouse } from "./client.ts";
import type { Owner } from "./owner.ts";
import { segmentColumns, type VisibleSegment } from "./segment-pages.ts";
import { selectList, type SelectedColumns } from "./select-list.ts";
import { ofIds, ofOwners, ofVehicles, type TimeRange } from "./time-range.ts";

/** What rows of `trips` and `stops` have in common as inserted. Times in Unix milliseconds. */
export interface InsertedSegment {
  readonly organisation_id: number;
  readonly vehicle_id: number;
  readonly id: string;
  readonly start_time: number;
  readonly end_time: number | null;
  readonly idle_ms: number;
  readonly revision: number;
  readonly withdrawn: boolean;
  readonly replaced_by: string | null;
  readonly split_from: string | null;
  readonly updated_at: number;
  readonly version: string;
}

/** A trip or stop with its history: its identity, its revisions, and when it was last written (Unix milliseconds). */
export interface StoredSegment<S extends Segment> extends SegmentRow<S> {
  readonly updatedAtMs: number;
}

/** The common part of a trip's or a stop's row. */
export function insertedSegment(
  owner: Owner,
  { segment, ...row }: StoredSegment<Segment & { readonly idleMs: number }>,
  version: string,
): InsertedSegment {
  return {
    organisation_id: owner.organisationId,
    vehicle_id: owner.vehicleId,
    id: row.id,
    start_time: segment.startTimeMs,
    end_time: segment.endTimeMs,
    idle_ms: segment.idleMs,
    revision: row.revision,
    withdrawn: row.withdrawn,
    replaced_by: row.replacedBy,
    split_from: row.splitFrom,
    updated_at: row.updatedAtMs,
    version,
  };
}

/** The common part of a trip's or a stop's row as read. */
export interface SelectedSegment extends VisibleSegment {
  readonly vehicle_id: number;
  readonly version: string;
}

const selectedSegment: SelectedColumns<SelectedSegment> = {
  ...segmentColumns,
  vehicle_id: true,
  version: "toString(version)",
};

/** Which trips or stops: those of the ranges' vehicles that start within them or have one of the ids. */
export interface SegmentSelection {
  readonly ranges: readonly TimeRange[];
  readonly ids: readonly string[];
}

/** Rows of `trips` or `stops` with the table's own columns, withdrawn ones included, by vehicle and start. */
export async function selectSegments<Own>(
  client: ClickHouse,
  { table, columns }: { table: "trips" | "stops"; columns: SelectedColumns<Own> },
  { ranges, ids }: SegmentSelection,
): Promise<(SelectedSegment & Own)[]> {
  if (ranges.length === 0) return [];
  const result = await client.query({
    query: `SELECT ${selectList(selectedSegment)}, ${selectList(columns)} FROM ${table} FINAL
      WHERE ${ofVehicles("start_time", ranges)} OR (${ofOwners(ranges)} AND ${ofIds(ids)})
      ORDER BY vehicle_id, start_time, id`,
    format: "JSONEachRow",
  });
  return result.json<SelectedSegment & Own>();
}

/** A read row's history, and with the members of its own its segment. */
export function storedSegment<Own>(
  row: SelectedSegment,
  own: Own,
): StoredSegment<Segment & Own & { readonly idleMs: number }> {
  return {
    id: row.id,
    segment: { startTimeMs: row.start_time_ms, endTimeMs: row.end_time_ms, ...own, idleMs: row.idle_ms },
    revision: row.revision,
    withdrawn: row.withdrawn,
    replacedBy: row.replaced_by,
    splitFrom: row.split_from,
    updatedAtMs: row.updated_at_ms,
  };
}
