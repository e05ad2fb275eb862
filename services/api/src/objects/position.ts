import type { VisiblePosition } from "@fleet/clickhouse";
import { positionId } from "@fleet/domain";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";
import { km } from "./rounding.ts";

const attributesSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
);

export const positionSchema = z
  .object({
    id: z.string(),
    fix_time: z.iso.datetime(),
    device_time: z.iso.datetime().nullable(),
    received_at: z.iso.datetime(),
    lat: z.number(),
    lng: z.number(),
    speed_kmh: z.number().nullable(),
    course: z.number().nullable().openapi({ description: "Degrees clockwise from north." }),
    altitude: z.number().nullable().openapi({ description: "Metres." }),
    ignition: z.boolean().openapi({ description: "In force at this fix, reported or inferred." }),
    odometer_km: z.number().nullable(),
    satellites: z.int().nullable(),
    hdop: z.number().nullable(),
    attributes: attributesSchema.openapi({
      description:
        "What the tracker sent besides. `leap: true` marks a fix implausibly far from its neighbours, left out of " +
        "everything derived; `alarms` lists the alarms it raised.",
    }),
  })
  .openapi("Position");

export function showPosition(row: VisiblePosition, odometerOffsetM: number): z.infer<typeof positionSchema> {
  const fixTimeMs = row.fix_time_ms;
  const attributes = row.attributes === "" ? {} : attributesSchema.parse(JSON.parse(row.attributes));
  return {
    id: positionId({ deviceId: row.device_id, fixTimeMs, contentHash: row.content_hash }),
    fix_time: showInstant(fixTimeMs),
    device_time: showInstant(row.device_delay_ms === null ? null : fixTimeMs + row.device_delay_ms),
    received_at: showInstant(fixTimeMs + row.receive_delay_s * 1000),
    lat: row.lat_e7 / 1e7,
    lng: row.lng_e7 / 1e7,
    speed_kmh: row.speed_e2 === null ? null : row.speed_e2 / 100,
    course: row.course_e2 === null ? null : row.course_e2 / 100,
    altitude: row.altitude_e1 === null ? null : row.altitude_e1 / 10,
    ignition: row.ignition_on,
    odometer_km: km(odometerOffsetM * 1000 + row.legs_mm),
    satellites: row.satellites,
    hdop: row.hdop_e2 === null ? null : row.hdop_e2 / 100,
    attributes: {
      ...attributes,
      ...(row.alarms.length > 0 ? { alarms: [...row.alarms] } : {}),
      ...(row.leap ? { leap: true } : {}),
    },
  };
}
