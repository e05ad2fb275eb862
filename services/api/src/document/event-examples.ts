import type { EventData, EventType } from "@fleet/events";

import { positionExample } from "../objects/position.ts";
import { tripExample } from "../objects/trip.ts";

type Own<T extends EventType> = Omit<EventData<T>, "vehicle" | "occurred_at" | "position">;

const { withdrawn: _w, replaced_by: _r, split_from: _s, ...ended } = tripExample;
const trip = { ...ended, odometer_start_km: 48188.02, odometer_end_km: 48210.337 };
const device = { id: 31, unique_id: "356307042441013" };
const geofence = { id: 5, name: "Harbour depot" };

/** What each event type says besides vehicle, time and position. */
const own: { readonly [T in EventType]: Own<T> } = {
  "alert.created": {
    alert: {
      id: "alr_61f0c2",
      type: "overspeed",
      severity: "warning",
      message: "138 km/h where 130 are set.",
    },
  },
  "ignition.on": { ignition: true, odometer_km: 48188.02 },
  "ignition.off": { ignition: false, odometer_km: 48210.337 },
  "trip.started": {
    trip: {
      ...trip,
      end_time: null,
      end: { lat: 53.5459, lng: 9.9702 },
      distance_km: 0.251,
      duration_s: 64,
      idle_s: 20,
      avg_speed_kmh: 20.5,
      max_speed_kmh: 31,
      odometer_end_km: 48188.271,
      settled_by: null,
    },
  },
  "trip.ended": { trip },
  "geofence.enter": { geofence },
  "geofence.exit": { geofence },
  "vehicle.status_changed": { previous: "parked", current: "moving" },
  "device.online": { device, last_fix_time: "2026-03-02T06:58:11.000Z" },
  "device.offline": { device, last_fix_time: "2026-03-02T17:03:40.000Z" },
  "command.result": {
    command: { id: "cmd_204", type: "get_version", status: "answered", result: "FMB920 03.28.07" },
  },
  "position.updated": {},
};

/** A whole event of each type, as it is sent. */
export function eventExample(type: EventType) {
  const { odometer_km, ...fix } = positionExample;
  return {
    id: "evt_0c9a4f6d1b7e2a835f40c1d2e3b4a596",
    type,
    created_at: "2026-03-02T08:31:07.480Z",
    tenant_id: 1,
    data: {
      vehicle: { id: 7, name: "Van 7", plate: "HH-AB 123" },
      occurred_at: fix.fix_time,
      position: { ...fix, odometer_km },
      ...own[type],
    },
  };
}
