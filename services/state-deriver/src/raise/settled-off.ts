import { liveStatus, settledOffMs, type LiveStatus } from "@fleet/domain";
import { detectIgnitionOff, detectStatusChanged, type EventDraft, type EventType } from "@fleet/events";

import type { Derivation } from "../derive/derivation.ts";
import { newestPosition } from "./newest-position.ts";
import type { Told } from "./told.ts";

export interface SettledOff {
  readonly drafts: EventDraft<EventType>[];
  readonly told: Told;
  readonly status: LiveStatus;
}

/**
 * Tells that the ignition is off by what a timer settled, and the vehicle parked unless it is offline. At a time that is
 * a function of the fixes, like all that is told; the next record is compared with it.
 */
export function tellSettledOff(derivation: Derivation, offsetM: number, nowMs: number): SettledOff | null {
  const { told, status, newest, fold, legsMm } = derivation;
  const offMs = settledOffMs(fold);
  if (offMs === null || told === null || !told.ignitionOn) return null;
  const isOffline =
    status === "offline" || liveStatus(newest?.fix.fixTimeMs ?? null, "parked", nowMs) === "offline";
  const moment = {
    atMs: offMs,
    ignitionOn: false,
    status: isOffline ? status : ("parked" as const),
    odometerM: offsetM + legsMm / 1000,
    position: newestPosition(derivation, offsetM),
  };
  const standing = { ignitionOn: told.ignitionOn, status };
  const drafts = [detectIgnitionOff(standing, moment), detectStatusChanged(standing, moment)];
  return {
    drafts: drafts.filter((draft) => draft !== null),
    told: { ...told, ignitionOn: false, settledOffMs: offMs },
    status: moment.status,
  };
}
