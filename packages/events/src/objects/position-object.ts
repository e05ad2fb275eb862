import { positionId, type DerivedFix } from "@fleet/domain";
import { z } from "zod";

/** A position as callers get it (decisions, "position"). */
export const positionObjectSchema = z.object({
  id: z.string(),
  fix_time: z.iso.datetime(),
  device_time: z.iso.datetime().nullable(),
  received_at: z.iso.datetime(),
  lat: z.number(),
  lng: z.number(),
  speed_kmh: z.number().nullable(),
  course: z.number().nullable(),
  altitude: z.number().nullable(),
  ignition: z.boolean(),
  odometer_km: z.number(),
  satellites: z.number().int().nullable(),
  hdop: z.number().nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
});

export type PositionObject = z.infer<typeof positionObjectSchema>;

/** Null for a record without a valid position. `odometerM` is the vehicle's at the record. */
export function positionObject(
  { fix, ignitionOn, leap }: DerivedFix,
  contentHash: number,
  odometerM: number,
): PositionObject | null {
  if (!fix.valid || fix.lat === null || fix.lng === null) return null;
  return {
    id: positionId({ deviceId: fix.deviceId, fixTimeMs: fix.fixTimeMs, contentHash }),
    fix_time: new Date(fix.fixTimeMs).toISOString(),
    device_time: fix.deviceTimeMs === null ? null : new Date(fix.deviceTimeMs).toISOString(),
    received_at: new Date(fix.receivedAtMs).toISOString(),
    lat: fix.lat,
    lng: fix.lng,
    speed_kmh: fix.speedKmh,
    course: fix.course,
    altitude: fix.altitude,
    ignition: ignitionOn,
    odometer_km: kilometres(odometerM),
    satellites: fix.satellites,
    hdop: fix.hdop,
    attributes: {
      ...fix.attributes,
      ...(fix.alarms.length > 0 ? { alarms: [...fix.alarms] } : {}),
      ...(leap ? { leap: true } : {}),
    },
  };
}

/** Kilometres to the metre. */
export function kilometres(metres: number): number {
  return Math.round(metres) / 1000;
}
