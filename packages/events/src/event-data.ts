import type { z } from "zod";

import { alertCreatedData } from "./alert-created/data.ts";
import { commandResultData } from "./command-result/data.ts";
import type { EventType } from "./envelope.ts";
import { ignitionOffData } from "./ignition-off/data.ts";
import { ignitionOnData } from "./ignition-on/data.ts";
import { deviceSignData } from "./objects/device-sign-data.ts";
import { geofenceCrossingData } from "./objects/geofence-crossing-data.ts";
import { positionUpdatedData } from "./position-updated/data.ts";
import { tripEndedData } from "./trip-ended/data.ts";
import { tripStartedData } from "./trip-started/data.ts";
import { vehicleStatusChangedData } from "./vehicle-status-changed/data.ts";

/** The shape of each event type's data: one folder and one line a type. */
export const eventDataSchemas = {
  "alert.created": alertCreatedData,
  "ignition.on": ignitionOnData,
  "ignition.off": ignitionOffData,
  "trip.started": tripStartedData,
  "trip.ended": tripEndedData,
  "geofence.enter": geofenceCrossingData,
  "geofence.exit": geofenceCrossingData,
  "vehicle.status_changed": vehicleStatusChangedData,
  "device.online": deviceSignData,
  "device.offline": deviceSignData,
  "command.result": commandResultData,
  "position.updated": positionUpdatedData,
} satisfies Record<EventType, z.ZodObject>;

export type EventData<T extends EventType> = z.infer<(typeof eventDataSchemas)[T]>;
