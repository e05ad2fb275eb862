import type { Geofence } from "@fleet/domain";

import type { EventDraft } from "../create-event.ts";
import type { Moment } from "../moment.ts";

/** The vehicle left a geofence that it had entered. */
export function geofenceLeft({ id, name }: Geofence, moment: Moment): EventDraft<"geofence.exit"> {
  return {
    type: "geofence.exit",
    subject: `${id} ${moment.atMs}`,
    occurredAtMs: moment.atMs,
    position: moment.position,
    data: { geofence: { id, name } },
  };
}
