import type { EventType } from "./envelope.ts";
import type { EventData } from "./event-data.ts";
import type { PositionObject } from "./objects/position-object.ts";
import type { TripObject } from "./objects/trip-object.ts";

type Own<T extends EventType> = Omit<EventData<T>, "vehicle" | "occurred_at" | "position" | "test">;

const position: PositionObject = {
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
  odometer_km: 48210.337,
  satellites: 14,
  hdop: 0.7,
  attributes: { battery_v: 12.6, gsm_signal: 4 },
};

const trip: TripObject = {
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
  updated_at: "2026-03-02T08:55:20.402Z",
};

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

/** A type's data as an event of it could have it: for the API's description, and what a test of a webhook sends. */
export function eventDataExample(type: EventType) {
  return {
    vehicle: { id: 7, name: "Van 7", plate: "HH-AB 123" },
    occurred_at: position.fix_time,
    position,
    ...own[type],
  };
}
