import type { EventDraft } from "../create-event.ts";
import type { Moment, PreviousState } from "../moment.ts";
import { kilometres } from "../objects/position-object.ts";

/** The ignition, reported or inferred, went on. */
export function detectIgnitionOn(previous: PreviousState, moment: Moment): EventDraft<"ignition.on"> | null {
  if (previous.ignitionOn || !moment.ignitionOn) return null;
  return {
    type: "ignition.on",
    subject: moment.atMs.toString(),
    occurredAtMs: moment.atMs,
    position: moment.position,
    data: { ignition: true, odometer_km: kilometres(moment.odometerM) },
  };
}
