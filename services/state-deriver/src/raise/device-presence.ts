import { deviceSilenceMs, type Assignment, type DevicePresence, type DeviceSign } from "@fleet/domain";
import {
  detectDeviceOffline,
  detectDeviceOnline,
  type EventDraft,
  type EventType,
  type PositionObject,
} from "@fleet/events";

import type { Derivation } from "../derive/derivation.ts";
import { fallSilent, hear, type DeviceLife, type SignOfLife } from "./device-lives.ts";
import { newestPosition } from "./newest-position.ts";

/** A device was heard, or fell silent: whether that is news depends on what was last told of it. */
export interface PresenceTurn {
  readonly kind: "heard" | "silent";
  readonly sign: DeviceSign;
  /** The vehicle whose event it is; null where nobody may be told. */
  readonly vehicleId: number | null;
  readonly position: PositionObject | null;
}

/** What is known of where devices sit. */
export type AssignmentOf = (deviceId: number, atMs: number) => Assignment | undefined;

export interface LifeRound {
  readonly vehicleId: number;
  readonly organisationId: number;
  readonly derivation: Derivation;
  readonly offsetM: number;
  readonly signs: readonly SignOfLife[];
  /** Null while silence says nothing: the partition is behind, or was not watched. */
  readonly silence: { readonly nowMs: number; readonly assignmentOf: AssignmentOf } | null;
}

/** The vehicle's devices that are alive from now on, and those of which something may have to be told. */
export function turnLives(round: LifeRound): { lives: readonly DeviceLife[]; turns: PresenceTurn[] } {
  const { vehicleId, signs, silence, derivation } = round;
  const heard = hear(derivation.lives, signs);
  const rest = silence === null ? { lives: heard.lives, silent: [] } : fallSilent(heard.lives, silence.nowMs);
  const { lives, silent } = rest;
  if (heard.arisen.length === 0 && silent.length === 0) return { lives, turns: [] };
  const { newest } = derivation;
  const position = newestPosition(derivation, round.offsetM);
  const signOf = (life: Omit<DeviceSign, "lastFixTimeMs" | "organisationId">): DeviceSign => ({
    deviceId: life.deviceId,
    assignedFromMs: life.assignedFromMs,
    atMs: life.atMs,
    organisationId: round.organisationId,
    lastFixTimeMs: newest?.fix.deviceId === life.deviceId ? newest.fix.fixTimeMs : null,
  });
  const turns = heard.arisen.map((sign): PresenceTurn => {
    return { kind: "heard", sign: signOf(sign), vehicleId, position };
  });
  for (const { lastSignMs, ...life } of silent) {
    // The device may have been moved since it was last heard: its silence is its new vehicle's, but no stranger's.
    const assignment = silence?.assignmentOf(life.deviceId, lastSignMs + deviceSilenceMs);
    turns.push({
      kind: "silent",
      sign: signOf({ ...life, atMs: lastSignMs }),
      vehicleId: assignment?.organisationId === round.organisationId ? assignment.vehicleId : null,
      position: assignment?.vehicleId === vehicleId ? position : null,
    });
  }
  return { lives, turns };
}

/** What is told of a device from now on, and the event that tells it, if it is news. */
export function turnPresence(
  told: DevicePresence,
  { kind, sign, vehicleId, position }: PresenceTurn,
): { presence: DevicePresence; draft: EventDraft<EventType> | null } {
  if (kind === "silent") {
    const draft = detectDeviceOffline(told, sign, position);
    if (draft === null) return { presence: told, draft };
    const presence = { ...told, online: false, signMs: sign.atMs };
    return { presence, draft: vehicleId === null ? null : draft };
  }
  const draft = detectDeviceOnline(told, sign, position);
  const { assignedFromMs, organisationId } = sign;
  if (draft !== null) {
    return { presence: { ...told, assignedFromMs, organisationId, online: true, signMs: sign.atMs }, draft };
  }
  // Alive as before, on another vehicle of the same organisation.
  const isMoved = told.online && assignedFromMs > told.assignedFromMs;
  return { presence: isMoved ? { ...told, assignedFromMs } : told, draft };
}
