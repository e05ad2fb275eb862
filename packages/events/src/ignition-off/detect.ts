import type { EventDraft } from "../create-event.ts";
import type { Moment, Standing } from "../moment.ts";
import { kilometres } from "../objects/position-object.ts";

/** The ignition, reported or inferred, went off. */
export function detectIgnitionOff(before: Standing, moment: Moment): EventDraft<"ignition.off"> | null {
  if (!before.ignitionOn || moment.ignitionOn) return null;
  return {
    type: "ignition.off",
    subject: moment.atMs.toString(),
    occurredAtMs: moment.atMs,
    position: moment.position,
    data: { ignition: false, odometer_km: kilometres(moment.odometerM) },
  };
}
