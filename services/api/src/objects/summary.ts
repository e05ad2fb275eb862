import type { Summary } from "@fleet/domain";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";
import { hours, kmh } from "./rounding.ts";

export const summarySchema = z
  .object({
    vehicle_id: z.int(),
    from: z.iso.datetime(),
    to: z.iso.datetime().openapi({ description: "Now, if the range reaches beyond it." }),
    distance_km: z.number(),
    distance_source: z.enum(["odometer", "gps", "mixed"]).nullable(),
    odometer_start_km: z.number(),
    odometer_end_km: z.number(),
    avg_speed_kmh: z.number().nullable().openapi({ description: "While moving." }),
    max_speed_kmh: z.number().nullable(),
    engine_hours: z.number().openapi({ description: "Decimal hours with the ignition on and not offline." }),
    moving_s: z.number(),
    idle_s: z.number(),
    parked_s: z.number(),
    offline_s: z.number(),
    trips_count: z.int(),
    stops_count: z.int(),
  })
  .openapi("Summary");

export interface SummaryFrame {
  readonly vehicleId: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly tripsCount: number;
  readonly stopsCount: number;
}

/** Whole metres and milliseconds as they are: rounding them further would spoil the sums. */
export function showSummary(sums: Summary, frame: SummaryFrame): z.infer<typeof summarySchema> {
  return {
    vehicle_id: frame.vehicleId,
    from: showInstant(frame.fromMs),
    to: showInstant(frame.toMs),
    distance_km: sums.distanceM / 1000,
    distance_source: sums.distanceSource,
    odometer_start_km: sums.odometerStartM / 1000,
    odometer_end_km: sums.odometerEndM / 1000,
    avg_speed_kmh: kmh(sums.distanceM * 1000, sums.movingMs),
    max_speed_kmh: sums.maxSpeedKmh,
    engine_hours: hours(sums.engineMs),
    moving_s: sums.movingMs / 1000,
    idle_s: sums.idleMs / 1000,
    parked_s: sums.parkedMs / 1000,
    offline_s: sums.offlineMs / 1000,
    trips_count: frame.tripsCount,
    stops_count: frame.stopsCount,
  };
}
