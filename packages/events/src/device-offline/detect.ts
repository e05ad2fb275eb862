import { deviceSilenceMs, type DevicePresence, type DeviceSign } from "@fleet/domain";

import type { EventDraft } from "../create-event.ts";
import { deviceSign } from "../objects/device-sign-data.ts";
import type { PositionObject } from "../objects/position-object.ts";

/** 600 s passed since the last sign of life. Not where the device was heard under a later assignment. */
export function detectDeviceOffline(
  told: DevicePresence,
  last: DeviceSign,
  position: PositionObject | null,
): EventDraft<"device.offline"> | null {
  if (!told.online || last.assignedFromMs !== told.assignedFromMs) return null;
  return {
    type: "device.offline",
    subject: `${last.deviceId} ${last.atMs}`,
    occurredAtMs: last.atMs + deviceSilenceMs,
    position,
    data: deviceSign(last, told),
  };
}
