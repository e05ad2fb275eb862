import type { VisibleTrip } from "@fleet/clickhouse";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";
import { km, kmh, seconds } from "./rounding.ts";
import { revisionFields } from "./segment.ts";

const placeSchema = z.object({ lat: z.number(), lng: z.number() });

export const tripSchema = z
  .object({
    id: z.string(),
    vehicle_id: z.int(),
    start_time: z.iso.datetime(),
    end_time: z.iso.datetime().nullable().openapi({ description: "Null while open." }),
    start: placeSchema,
    end: placeSchema.openapi({ description: "The last place so far while open." }),
    distance_km: z.number(),
    distance_source: z.enum(["odometer", "gps", "mixed"]),
    duration_s: z.int().openapi({ description: "Until the answer while open." }),
    idle_s: z.int(),
    avg_speed_kmh: z.number().nullable().openapi({ description: "While moving." }),
    max_speed_kmh: z.number(),
    odometer_start_km: z.number().nullable(),
    odometer_end_km: z.number().nullable(),
    settled_by: z.enum(["fix", "timer"]).nullable(),
    ...revisionFields,
  })
  .openapi("Trip");

export interface TripContext {
  readonly vehicleId: number;
  readonly odometerOffsetM: number;
  /** Length of the vehicle's legs up to each trip's start and end, millimetres. */
  readonly legSums: ReadonlyMap<number, number>;
  readonly nowMs: number;
}

/** The instants at which a trip needs the vehicle's odometer. */
export function odometerInstants(trip: VisibleTrip): number[] {
  return trip.end_time_ms === null ? [trip.start_time_ms] : [trip.start_time_ms, trip.end_time_ms];
}

export function showTrip(trip: VisibleTrip, context: TripContext): z.infer<typeof tripSchema> {
  const { start_time_ms: startMs, end_time_ms: endMs, distance_mm: distanceMm } = trip;
  const offsetMm = context.odometerOffsetM * 1000;
  const startMm = offsetMm + (context.legSums.get(startMs) ?? 0);
  const endMm = endMs === null ? startMm + distanceMm : offsetMm + (context.legSums.get(endMs) ?? 0);
  return {
    id: trip.id,
    vehicle_id: context.vehicleId,
    start_time: showInstant(startMs),
    end_time: showInstant(endMs),
    start: { lat: trip.start_lat_e7 / 1e7, lng: trip.start_lng_e7 / 1e7 },
    end: { lat: trip.end_lat_e7 / 1e7, lng: trip.end_lng_e7 / 1e7 },
    distance_km: km(distanceMm),
    distance_source: trip.distance_source,
    duration_s: seconds(Math.max(0, (endMs ?? context.nowMs) - startMs)),
    idle_s: seconds(trip.idle_ms),
    avg_speed_kmh: kmh(distanceMm, trip.moving_ms),
    max_speed_kmh: trip.max_speed_e2 / 100,
    odometer_start_km: km(startMm),
    odometer_end_km: km(endMm),
    settled_by: trip.settled_by,
    revision: trip.revision,
    withdrawn: trip.withdrawn,
    replaced_by: trip.replaced_by,
    split_from: trip.split_from,
    updated_at: showInstant(trip.updated_at_ms),
  };
}
