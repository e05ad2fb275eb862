import type { FoldedStop, SegmentRow } from "@fleet/domain";

import type { ClickHouse } from "./client.ts";
import { insertRows } from "./insert-rows.ts";
import type { Owner } from "./owner.ts";
import { ofIds, ofOwners, ofVehicles, type TimeRange } from "./time-range.ts";

/** A row of `stops` as inserted. Times in Unix milliseconds, degrees x 10^7. */
export interface StopRow {
  readonly organisation_id: number;
  readonly vehicle_id: number;
  readonly id: string;
  readonly start_time: number;
  readonly end_time: number | null;
  readonly lat_e7: number;
  readonly lng_e7: number;
  readonly idle_ms: number;
  readonly revision: number;
  readonly withdrawn: boolean;
  readonly replaced_by: string | null;
  readonly split_from: string | null;
  readonly updated_at: number;
  readonly version: string;
}

/** Resolves once the rows are in the table. */
export async function insertStops(client: ClickHouse, rows: readonly StopRow[]): Promise<void> {
  await insertRows(client, "stops", rows);
}

/** A stop with its history. */
export interface StoredStop extends SegmentRow<FoldedStop> {
  readonly updatedAtMs: number;
}

export function stopRow(owner: Owner, stop: StoredStop, version: string): StopRow {
  const { segment } = stop;
  return {
    organisation_id: owner.organisationId,
    vehicle_id: owner.vehicleId,
    id: stop.id,
    start_time: segment.startTimeMs,
    end_time: segment.endTimeMs,
    lat_e7: Math.round(segment.place.lat * 1e7),
    lng_e7: Math.round(segment.place.lng * 1e7),
    idle_ms: segment.idleMs,
    revision: stop.revision,
    withdrawn: stop.withdrawn,
    replaced_by: stop.replacedBy,
    split_from: stop.splitFrom,
    updated_at: stop.updatedAtMs,
    version,
  };
}

/** The stops of the ranges' vehicles that start within them or have one of the ids, withdrawn ones included. */
export async function readStops(
  client: ClickHouse,
  ranges: readonly TimeRange[],
  ids: readonly string[],
): Promise<{ vehicleId: number; version: string; stored: StoredStop }[]> {
  if (ranges.length === 0) return [];
  const result = await client.query({
    query: `SELECT vehicle_id, id, toUnixTimestamp64Milli(start_time) AS start_ms,
        toUnixTimestamp64Milli(end_time) AS end_ms, lat_e7, lng_e7, idle_ms, revision, withdrawn, replaced_by,
        split_from, toUnixTimestamp64Milli(updated_at) AS updated_ms, toString(version) AS version
      FROM stops FINAL WHERE ${ofVehicles("start_time", ranges)} OR (${ofOwners(ranges)} AND ${ofIds(ids)}) ORDER BY vehicle_id, start_time, id`,
    format: "JSONEachRow",
  });
  return (await result.json<SelectedStop>()).map((row) => ({
    vehicleId: row.vehicle_id,
    version: row.version,
    stored: storedStop(row),
  }));
}

type SelectedStop = Omit<StopRow, "start_time" | "end_time" | "updated_at" | "organisation_id"> & {
  readonly start_ms: number;
  readonly end_ms: number | null;
  readonly updated_ms: number;
};

function storedStop(row: SelectedStop): StoredStop {
  return {
    id: row.id,
    segment: {
      startTimeMs: row.start_ms,
      endTimeMs: row.end_ms,
      place: { lat: row.lat_e7 / 1e7, lng: row.lng_e7 / 1e7 },
      idleMs: row.idle_ms,
    },
    revision: row.revision,
    withdrawn: row.withdrawn,
    replacedBy: row.replaced_by,
    splitFrom: row.split_from,
    updatedAtMs: row.updated_ms,
  };
}
