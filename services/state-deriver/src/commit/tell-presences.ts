import type { EventDraft, EventType } from "@fleet/events";
import { lockDevicePresences, storeDevicePresences, type Executor } from "@fleet/postgres";

import { turnPresence, type PresenceTurn } from "../raise/device-presence.ts";

/** An event and the vehicle whose it is. */
export interface VehicleDraft {
  readonly vehicleId: number;
  readonly draft: EventDraft<EventType>;
}

/**
 * Settles what is news of devices, by what was last told of each. That is one row a device and not a part of a vehicle's
 * state, since a device may move to a vehicle of another partition: the row's lock puts the two owners in line.
 * `offline`: ids of those devices that customers take for offline from now on.
 */
export async function tellPresences(
  tx: Executor,
  turns: readonly PresenceTurn[],
  nowMs: number,
): Promise<{ drafts: VehicleDraft[]; offline: ReadonlySet<number> }> {
  const rows = await lockDevicePresences(
    tx,
    turns.map(({ sign }) => sign),
  );
  // What was told of an instant that is still to come was told by a clock that has been set back: any message is later.
  const presences = new Map(
    rows.map((row) => [row.deviceId, row.signMs > nowMs ? { ...row, signMs: 0 } : row]),
  );
  const changed = new Set<number>();
  const drafts: VehicleDraft[] = [];
  for (const turn of turns) {
    const told = presences.get(turn.sign.deviceId);
    if (told === undefined) continue;
    const { presence, draft } = turnPresence(told, turn);
    presences.set(told.deviceId, presence);
    if (presence !== told) changed.add(told.deviceId);
    if (draft !== null && turn.vehicleId !== null) drafts.push({ vehicleId: turn.vehicleId, draft });
  }
  await storeDevicePresences(
    tx,
    [...presences.values()].filter(({ deviceId }) => changed.has(deviceId)),
  );
  const offline = [...presences.values()].filter(({ online }) => !online);
  return { drafts, offline: new Set(offline.map(({ deviceId }) => deviceId)) };
}
