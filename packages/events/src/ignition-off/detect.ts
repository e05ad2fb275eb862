import type { EventDraft } from "../create-event.ts";
import type { Moment, PreviousState } from "../moment.ts";
import { kilometres } from "../objects/position-object.ts";

/** The ignition, reported or inferred, went off. */
export function detectIgnitionOff(
  previous: PreviousState,
  moment: Moment,
): EventDraft<"ignition.off"> | null {
  if (!previous.ignitionOn || moment.ignitionOn) return null;
  return {
    type: "ignition.off",
    subject: moment.atMs.toString(),
    occurredAtMs: moment.atMs,
    position: moment.position,
    data: { ignition: false, odometer_km: kilometres(moment.odometerM) },
  };
}
