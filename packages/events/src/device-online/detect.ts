import type { DevicePresence, DeviceSign } from "@fleet/domain";

import type { EventDraft } from "../create-event.ts";
import { deviceSign } from "../objects/device-sign-data.ts";
import type { PositionObject } from "../objects/position-object.ts";

/**
 * The first message ever, or after `device.offline`. To an organisation, a device that comes from another one is new.
 * What comes late from before the device moved on, or before it went offline, tells nothing.
 */
export function detectDeviceOnline(
  told: DevicePresence,
  sign: DeviceSign,
  position: PositionObject | null,
): EventDraft<"device.online"> | null {
  if (sign.assignedFromMs < told.assignedFromMs) return null;
  if (sign.organisationId === told.organisationId && (told.online || sign.atMs <= told.signMs)) return null;
  return {
    type: "device.online",
    subject: `${sign.deviceId} ${sign.atMs}`,
    occurredAtMs: sign.atMs,
    position,
    data: deviceSign(sign, told),
  };
}
