import type { Geofence } from "@fleet/domain";

import type { EventDraft } from "../create-event.ts";
import type { Moment } from "../moment.ts";

/** The vehicle entered a geofence, or was first heard of in one. */
export function geofenceEntered({ id, name }: Geofence, moment: Moment): EventDraft<"geofence.enter"> {
  return {
    type: "geofence.enter",
    subject: `${id} ${moment.atMs}`,
    occurredAtMs: moment.atMs,
    position: moment.position,
    data: { geofence: { id, name } },
  };
}
