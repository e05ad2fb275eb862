import type { VisibleStop } from "@fleet/clickhouse";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";
import { seconds } from "./rounding.ts";
import { revisionFields } from "./segment.ts";

export const stopSchema = z
  .object({
    id: z.string(),
    vehicle_id: z.int(),
    start_time: z.iso.datetime(),
    end_time: z.iso.datetime().nullable().openapi({ description: "Null while open." }),
    lat: z.number(),
    lng: z.number(),
    duration_s: z.int().openapi({ description: "Until the answer while open." }),
    idle_s: z.int().openapi({ description: "Engine on, not moving." }),
    ...revisionFields,
  })
  .openapi("Stop");

export function showStop(
  stop: VisibleStop,
  { vehicleId, nowMs }: { vehicleId: number; nowMs: number },
): z.infer<typeof stopSchema> {
  const { start_time_ms: startMs, end_time_ms: endMs } = stop;
  return {
    id: stop.id,
    vehicle_id: vehicleId,
    start_time: showInstant(startMs),
    end_time: showInstant(endMs),
    lat: stop.lat_e7 / 1e7,
    lng: stop.lng_e7 / 1e7,
    duration_s: seconds(Math.max(0, (endMs ?? nowMs) - startMs)),
    idle_s: seconds(stop.idle_ms),
    revision: stop.revision,
    withdrawn: stop.withdrawn,
    replaced_by: stop.replaced_by,
    split_from: stop.split_from,
    updated_at: showInstant(stop.updated_at_ms),
  };
}
