import type { EventDraft } from "../create-event.ts";
import type { Moment, Standing } from "../moment.ts";

/** The status changed with a record. (Going offline is for a timer to find, not for a record.) */
export function detectStatusChanged(
  before: Standing,
  moment: Moment,
): EventDraft<"vehicle.status_changed"> | null {
  if (before.status === moment.movement) return null;
  return {
    type: "vehicle.status_changed",
    subject: `${moment.atMs} ${moment.movement}`,
    occurredAtMs: moment.atMs,
    position: moment.position,
    data: { previous: before.status, current: moment.movement },
  };
}
