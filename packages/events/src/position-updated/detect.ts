import type { EventDraft } from "../create-event.ts";
import type { PositionObject } from "../objects/position-object.ts";

const positionSlotMs = 30_000;

/** A vehicle's slot: when it last raised the event, by the clock, and for which position. */
export interface PositionSlot {
  readonly raisedAtMs: number;
  readonly positionId: string;
}

/** When the slot opens for the newest position; null where that one was raised already. */
export function positionSlotOpensMs(slot: PositionSlot | null, newestId: string | null): number | null {
  if (newestId === null || newestId === slot?.positionId) return null;
  return slot === null ? 0 : slot.raisedAtMs + positionSlotMs;
}

/** The vehicle has a new position. Once per position; how often is for `positionSlotOpensMs` to say. */
export function positionUpdated(position: PositionObject): EventDraft<"position.updated"> {
  return {
    type: "position.updated",
    subject: position.id,
    occurredAtMs: Date.parse(position.fix_time),
    position,
    data: {},
  };
}
