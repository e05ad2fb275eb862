import type { z } from "zod";

import { alertCreatedData } from "./alert-created/data.ts";
import { commandResultData } from "./command-result/data.ts";
import { deviceOfflineData } from "./device-offline/data.ts";
import { deviceOnlineData } from "./device-online/data.ts";
import type { EventType } from "./envelope.ts";
import { geofenceEnterData } from "./geofence-enter/data.ts";
import { geofenceExitData } from "./geofence-exit/data.ts";
import { ignitionOffData } from "./ignition-off/data.ts";
import { ignitionOnData } from "./ignition-on/data.ts";
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
  "geofence.enter": geofenceEnterData,
  "geofence.exit": geofenceExitData,
  "vehicle.status_changed": vehicleStatusChangedData,
  "device.online": deviceOnlineData,
  "device.offline": deviceOfflineData,
  "command.result": commandResultData,
  "position.updated": positionUpdatedData,
} satisfies Record<EventType, z.ZodObject>;

export type EventData<T extends EventType> = z.infer<(typeof eventDataSchemas)[T]>;
