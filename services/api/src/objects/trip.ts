import type { VisibleTrip } from "@fleet/clickhouse";
import { averageSpeedKmh } from "@fleet/domain";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";
import { km, seconds } from "./rounding.ts";
import { revisionFields, showRevision } from "./segment.ts";

const placeSchema = z
  .object({
    lat: z.number().describe("Degrees north, WGS 84."),
    lng: z.number().describe("Degrees east, WGS 84."),
  })
  .openapi("Place", { description: "A place on the map." });

export const tripSchema = z
  .object({
    id: z.string().describe("Kept through revisions while the trip overlaps its former self."),
    vehicle_id: z.int().describe("The vehicle."),
    start_time: z.iso.datetime().describe("When it set off."),
    end_time: z.iso.datetime().nullable().describe("When it arrived; null while it is on its way."),
    start: placeSchema.openapi({ description: "Where it set off." }),
    end: placeSchema.openapi({ description: "Where it arrived; the last place so far while open." }),
    distance_km: z
      .number()
      .describe(
        "Kilometres, to the metre. Where it set off without a fix of the place, the whole way to its first place counts; " +
          "a summary spreads that over the time since the place before.",
      ),
    distance_source: z.enum(["odometer", "gps", "mixed"]).describe("What the distance was measured by."),
    duration_s: z.int().describe("Seconds; until the answer while open."),
    idle_s: z.int().describe("Seconds of it with the engine on, not moving."),
    avg_speed_kmh: z
      .number()
      .nullable()
      .describe("km/h while moving, at most max_speed_kmh; null where it never moved."),
    max_speed_kmh: z
      .number()
      .describe("km/h; where no fix says its speed, the average of the fastest way between two."),
    odometer_start_km: z.number().nullable().describe("Kilometres at the start: at the last place up to it."),
    odometer_end_km: z.number().nullable().describe("Kilometres at the end, or so far."),
    settled_by: z
      .enum(["fix", "timer"])
      .nullable()
      .describe("What made the end certain: a later fix, or a time without one; null while open."),
    ...revisionFields,
  })
  .openapi("Trip", { description: "A drive from setting off to arriving." });

export const tripExample: z.infer<typeof tripSchema> = {
  id: "trp_5d0a7b91",
  vehicle_id: 7,
  start_time: "2026-03-02T08:12:30.000Z",
  end_time: "2026-03-02T08:54:12.000Z",
  start: { lat: 53.5461, lng: 9.9666 },
  end: { lat: 53.4583, lng: 9.9911 },
  distance_km: 22.317,
  distance_source: "odometer",
  duration_s: 2502,
  idle_s: 310,
  avg_speed_kmh: 36.7,
  max_speed_kmh: 82,
  odometer_start_km: 48188.02,
  odometer_end_km: 48210.337,
  settled_by: "fix",
  revision: 1,
  withdrawn: false,
  replaced_by: null,
  split_from: null,
  updated_at: "2026-03-02T08:55:20.402Z",
};

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
  const maxSpeedKmh = trip.max_speed_e2 / 100;
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
    avg_speed_kmh: averageSpeedKmh({ distanceMm, movingMs: trip.moving_ms, maxSpeedKmh }),
    max_speed_kmh: maxSpeedKmh,
    odometer_start_km: km(startMm),
    odometer_end_km: km(endMm),
    settled_by: trip.settled_by,
    ...showRevision(trip),
  };
}
