import { eventDataExample, type EventType } from "@fleet/events";

/** A whole event of each type, as it is sent. */
export function eventExample(type: EventType) {
  const data = eventDataExample(type);
  return {
    id: "evt_0c9a4f6d1b7e2a835f40c1d2e3b4a596",
    type,
    created_at:
      "trip" in data ? data.trip.updated_at : new Date(Date.parse(data.occurred_at) + 2480).toISOString(),
    tenant_id: 1,
    data,
  };
}
