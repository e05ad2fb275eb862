import { deviceStatuses, vehicleTypes } from "@fleet/domain";
import type { VehicleRow } from "@fleet/postgres";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";

export const vehicleSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    plate: z.string().nullable(),
    vin: z.string().nullable(),
    type: z.enum(vehicleTypes),
    speed_limit_kmh: z.int().nullable(),
    group: z.object({ id: z.int(), name: z.string() }).nullable(),
    device: z
      .object({
        id: z.int(),
        unique_id: z.string(),
        model: z.string(),
        status: z
          .enum(deviceStatuses)
          .openapi({ description: "Where it stands in stock keeping, not its connection." }),
      })
      .nullable(),
    archived: z.boolean(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi("Vehicle");

export function showVehicle(row: VehicleRow): z.infer<typeof vehicleSchema> {
  const { device } = row;
  return {
    id: row.id,
    name: row.name,
    plate: row.plate,
    vin: row.vin,
    type: row.type,
    speed_limit_kmh: row.speedLimitKmh,
    group: row.group,
    device:
      device === null
        ? null
        : { id: device.id, unique_id: device.uniqueId, model: device.model, status: device.status },
    archived: row.archivedAt !== null,
    created_at: showInstant(row.createdAt.getTime()),
    updated_at: showInstant(row.updatedAt.getTime()),
  };
}
