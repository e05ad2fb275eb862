import { offlineAfterMs, type LiveStatus } from "@fleet/domain";

import type { EventDraft } from "../create-event.ts";
import type { Moment, PreviousState } from "../moment.ts";
import type { PositionObject } from "../objects/position-object.ts";

/** The status changed with a record. */
export function detectStatusChanged(
  previous: PreviousState,
  moment: Moment,
): EventDraft<"vehicle.status_changed"> | null {
  const { atMs, status } = moment;
  return previous.status === status ? null : statusChanged(previous.status, status, atMs, moment.position);
}

/** The vehicle went offline since no fix followed the one given. */
export function wentOffline(
  previous: LiveStatus,
  fixTimeMs: number,
  position: PositionObject | null,
): EventDraft<"vehicle.status_changed"> {
  return statusChanged(previous, "offline", fixTimeMs + offlineAfterMs, position);
}

function statusChanged(
  previous: LiveStatus,
  current: LiveStatus,
  atMs: number,
  position: PositionObject | null,
): EventDraft<"vehicle.status_changed"> {
  return {
    type: "vehicle.status_changed",
    subject: `${atMs} ${previous} ${current}`,
    occurredAtMs: atMs,
    position,
    data: { previous, current },
  };
}
