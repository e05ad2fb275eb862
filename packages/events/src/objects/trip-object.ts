import type { FoldedTrip, SegmentRow } from "@fleet/domain";
import { z } from "zod";

import { kilometres } from "./position-object.ts";

const placeSchema = z.object({ lat: z.number(), lng: z.number() });

/** A trip as callers get it (decisions, "trip"). */
export const tripObjectSchema = z.object({
  id: z.string(),
  vehicle_id: z.number().int(),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime().nullable(),
  start: placeSchema,
  end: placeSchema,
  distance_km: z.number(),
  distance_source: z.enum(["odometer", "gps", "mixed"]),
  duration_s: z.number().int(),
  idle_s: z.number().int(),
  /** While moving; null where it never moved. */
  avg_speed_kmh: z.number().nullable(),
  max_speed_kmh: z.number(),
  odometer_start_km: z.number(),
  odometer_end_km: z.number(),
  settled_by: z.enum(["fix", "timer"]).nullable(),
  revision: z.number().int(),
  updated_at: z.iso.datetime(),
});

export type TripObject = z.infer<typeof tripObjectSchema>;

export interface TripFacts {
  readonly vehicleId: number;
  readonly row: SegmentRow<FoldedTrip>;
  readonly updatedAtMs: number;
  /** The vehicle's odometer where the trip starts and ends (or is, while open), metres. */
  readonly odometerStartM: number;
  readonly odometerEndM: number;
  /** End of the duration while the trip is open: the vehicle's last record. */
  readonly knownUntilMs: number;
}

/** An open trip lasts until the vehicle's last record. */
export function tripObject(facts: TripFacts): TripObject {
  const { segment, id, revision } = facts.row;
  const durationMs = (segment.endTimeMs ?? facts.knownUntilMs) - segment.startTimeMs;
  return {
    id,
    vehicle_id: facts.vehicleId,
    start_time: new Date(segment.startTimeMs).toISOString(),
    end_time: segment.endTimeMs === null ? null : new Date(segment.endTimeMs).toISOString(),
    start: { lat: segment.start.lat, lng: segment.start.lng },
    end: { lat: segment.end.lat, lng: segment.end.lng },
    distance_km: kilometres(segment.distanceMm / 1000),
    distance_source: segment.distanceSource,
    duration_s: Math.round(durationMs / 1000),
    idle_s: Math.round(segment.idleMs / 1000),
    avg_speed_kmh: averageKmh(segment),
    max_speed_kmh: segment.maxSpeedKmh,
    odometer_start_km: kilometres(facts.odometerStartM),
    odometer_end_km: kilometres(facts.odometerEndM),
    settled_by: segment.settledBy,
    revision,
    updated_at: new Date(facts.updatedAtMs).toISOString(),
  };
}

/** As the API gives it: over the time in motion, to a tenth. */
function averageKmh({ distanceMm, movingMs }: FoldedTrip): number | null {
  return movingMs > 0 ? Math.round((distanceMm * 36) / movingMs) / 10 : null;
}
