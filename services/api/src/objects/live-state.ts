import { liveStatus, liveStatuses, offlineAfterMs } from "@fleet/domain";
import type { LiveStateRow } from "@fleet/postgres";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";
import { km } from "./rounding.ts";

export const liveStateSchema = z
  .object({
    vehicle_id: z.int(),
    status: z.enum(liveStatuses).openapi({ description: "As of the answer." }),
    status_since: z.iso.datetime().nullable(),
    movement_status: z
      .enum(["moving", "idle", "parked"])
      .nullable()
      .openapi({ description: "As last known, however long ago." }),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    speed_kmh: z.number().nullable(),
    course: z.number().nullable().openapi({ description: "Degrees clockwise from north." }),
    altitude: z.number().nullable().openapi({ description: "Metres." }),
    ignition: z.boolean(),
    ignition_source: z.enum(["reported", "inferred"]).nullable(),
    odometer_km: z.number().nullable(),
    fix_time: z.iso.datetime().nullable(),
    device_time: z.iso.datetime().nullable(),
  })
  .openapi("LiveState");

type LiveState = z.infer<typeof liveStateSchema>;

/** A live state as of an instant: its status ages, so it is worked out when it is read. */
export function showLiveState(row: LiveStateRow, nowMs: number): LiveState {
  const { vehicleId, odometerOffsetM } = row;
  // Before its first record a vehicle has a state where its device was heard; it says nothing to callers.
  const state = row.state?.statusSince ? row.state : null;
  const odometer_km =
    state === null && odometerOffsetM === null
      ? null
      : km((odometerOffsetM ?? 0) * 1000 + (state?.legsMm ?? 0));
  if (state === null) return { ...neverHeardOf, vehicle_id: vehicleId, odometer_km };
  const fixMs = state.fixTime?.getTime() ?? null;
  const status = liveStatus(fixMs, state.movementStatus, nowMs);
  const sinceMs =
    status === "offline" && fixMs !== null ? fixMs + offlineAfterMs : (state.statusSince?.getTime() ?? null);
  return {
    vehicle_id: vehicleId,
    status,
    status_since: showInstant(sinceMs),
    movement_status: state.movementStatus,
    lat: state.lat,
    lng: state.lng,
    speed_kmh: state.speedKmh,
    course: state.course,
    altitude: state.altitude,
    ignition: state.ignition,
    ignition_source: state.ignitionSource,
    odometer_km,
    fix_time: showInstant(fixMs),
    device_time: showInstant(state.deviceTime?.getTime() ?? null),
  };
}

const neverHeardOf: LiveState = {
  vehicle_id: 0,
  status: "offline",
  status_since: null,
  movement_status: null,
  lat: null,
  lng: null,
  speed_kmh: null,
  course: null,
  altitude: null,
  ignition: false,
  ignition_source: null,
  odometer_km: null,
  fix_time: null,
  device_time: null,
};
