import type { DistanceSource, FoldedTrip, SegmentRow } from "@fleet/domain";

import type { ClickHouse } from "./client.ts";
import { insertRows } from "./insert-rows.ts";
import type { Owner } from "./owner.ts";
import { ofIds, ofOwners, ofVehicles, type TimeRange } from "./time-range.ts";

/** A row of `trips` as inserted. Times in Unix milliseconds, e7 and e2 are powers of ten. */
export interface TripRow {
  readonly organisation_id: number;
  readonly vehicle_id: number;
  readonly id: string;
  readonly start_time: number;
  readonly end_time: number | null;
  readonly start_lat_e7: number;
  readonly start_lng_e7: number;
  readonly end_lat_e7: number;
  readonly end_lng_e7: number;
  readonly distance_mm: number;
  readonly distance_source: DistanceSource;
  readonly moving_ms: number;
  readonly idle_ms: number;
  readonly max_speed_e2: number;
  readonly settled_by: FoldedTrip["settledBy"];
  readonly end_announced: boolean;
  readonly announced_before: TripAnnounced;
  readonly revision: number;
  readonly withdrawn: boolean;
  readonly replaced_by: string | null;
  readonly split_from: string | null;
  readonly updated_at: number;
  readonly version: string;
}

/** How far a trip's events have come. */
export type TripAnnounced = "nothing" | "start" | "end";

/** Resolves once the rows are in the table. */
export async function insertTrips(client: ClickHouse, rows: readonly TripRow[]): Promise<void> {
  await insertRows(client, "trips", rows);
}

/** A trip with its history: its identity, revisions, and whether its end was announced. */
export interface StoredTrip extends SegmentRow<FoldedTrip> {
  readonly endAnnounced: boolean;
  readonly updatedAtMs: number;
}

/** `announcedBefore`: by commits before the one that the row is written for. */
export function tripRow(
  owner: Owner,
  { trip, announcedBefore }: { trip: StoredTrip; announcedBefore: TripAnnounced },
  version: string,
): TripRow {
  const { segment } = trip;
  return {
    organisation_id: owner.organisationId,
    vehicle_id: owner.vehicleId,
    id: trip.id,
    start_time: segment.startTimeMs,
    end_time: segment.endTimeMs,
    start_lat_e7: Math.round(segment.start.lat * 1e7),
    start_lng_e7: Math.round(segment.start.lng * 1e7),
    end_lat_e7: Math.round(segment.end.lat * 1e7),
    end_lng_e7: Math.round(segment.end.lng * 1e7),
    distance_mm: segment.distanceMm,
    distance_source: segment.distanceSource,
    moving_ms: segment.movingMs,
    idle_ms: segment.idleMs,
    max_speed_e2: Math.round(segment.maxSpeedKmh * 100),
    settled_by: segment.settledBy,
    end_announced: trip.endAnnounced,
    announced_before: announcedBefore,
    revision: trip.revision,
    withdrawn: trip.withdrawn,
    replaced_by: trip.replacedBy,
    split_from: trip.splitFrom,
    updated_at: trip.updatedAtMs,
    version,
  };
}

/** The trips of the ranges' vehicles that start within them or have one of the ids, withdrawn ones included. */
export async function readTrips(
  client: ClickHouse,
  ranges: readonly TimeRange[],
  ids: readonly string[],
): Promise<{ vehicleId: number; version: string; stored: StoredTrip; announcedBefore: TripAnnounced }[]> {
  if (ranges.length === 0) return [];
  const result = await client.query({
    query: `SELECT vehicle_id, id, toUnixTimestamp64Milli(start_time) AS start_ms,
        toUnixTimestamp64Milli(end_time) AS end_ms, start_lat_e7, start_lng_e7, end_lat_e7, end_lng_e7, distance_mm,
        distance_source, moving_ms, idle_ms, max_speed_e2, settled_by, end_announced, announced_before, revision, withdrawn,
        replaced_by, split_from, toUnixTimestamp64Milli(updated_at) AS updated_ms, toString(version) AS version
      FROM trips FINAL WHERE ${ofVehicles("start_time", ranges)} OR (${ofOwners(ranges)} AND ${ofIds(ids)}) ORDER BY vehicle_id, start_time, id`,
    format: "JSONEachRow",
  });
  return (await result.json<SelectedTrip>()).map((row) => ({
    vehicleId: row.vehicle_id,
    version: row.version,
    stored: storedTrip(row),
    announcedBefore: row.announced_before,
  }));
}

type SelectedTrip = Omit<TripRow, "start_time" | "end_time" | "updated_at" | "organisation_id"> & {
  readonly start_ms: number;
  readonly end_ms: number | null;
  readonly updated_ms: number;
};

function storedTrip(row: SelectedTrip): StoredTrip {
  return {
    id: row.id,
    segment: {
      startTimeMs: row.start_ms,
      endTimeMs: row.end_ms,
      start: { lat: row.start_lat_e7 / 1e7, lng: row.start_lng_e7 / 1e7 },
      end: { lat: row.end_lat_e7 / 1e7, lng: row.end_lng_e7 / 1e7 },
      distanceMm: row.distance_mm,
      distanceSource: row.distance_source,
      movingMs: row.moving_ms,
      idleMs: row.idle_ms,
      maxSpeedKmh: row.max_speed_e2 / 100,
      settledBy: row.settled_by,
    },
    endAnnounced: row.end_announced,
    revision: row.revision,
    withdrawn: row.withdrawn,
    replacedBy: row.replaced_by,
    splitFrom: row.split_from,
    updatedAtMs: row.updated_ms,
  };
}
