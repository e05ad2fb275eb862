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
    id: z.string().describe("Stable, never reused."),
    fix_time: z.iso.datetime().describe("When the position was taken."),
    device_time: z.iso.datetime().nullable().describe("The tracker's own clock when it made the record."),
    received_at: z.iso
      .datetime()
      .describe("When the service received it, in whole seconds after `fix_time`, rounded up."),
    lat: z.number().describe("Degrees north, WGS 84."),
    lng: z.number().describe("Degrees east, WGS 84."),
    speed_kmh: z.number().nullable().describe("km/h."),
    course: z.number().nullable().describe("Degrees clockwise from north, 0 up to but not including 360."),
    altitude: z.number().nullable().describe("Metres above sea level."),
    ignition: z.boolean().describe("In force at this fix, reported or inferred."),
    odometer_km: z.number().nullable().describe("The vehicle's odometer here, kilometres to the metre."),
    satellites: z.int().nullable().describe("Satellites used."),
    hdop: z.number().nullable().describe("Horizontal dilution of precision; smaller is better."),
    attributes: attributesSchema
      .describe(
        "What the tracker sent besides. `leap: true` marks a fix implausibly far from its neighbours, left out of " +
          "everything derived; `alarms` lists the alarms it raised.",
      )
      .openapi({ example: { power: 12.6, rssi: 4 } }),
  })
  .openapi("Position", { description: "One fix of a vehicle." });

export const positionExample: z.infer<typeof positionSchema> = {
  id: "pos_v_mm8nkxk8_1h2k9d",
  fix_time: "2026-03-02T08:31:05.000Z",
  device_time: "2026-03-02T08:31:05.000Z",
  received_at: "2026-03-02T08:31:07.000Z",
  lat: 53.5436,
  lng: 9.9881,
  speed_kmh: 46.5,
  course: 87,
  altitude: 12.4,
  ignition: true,
  odometer_km: 48197.93,
  satellites: 14,
  hdop: 0.7,
  attributes: { power: 12.6, rssi: 4 },
};

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
