import { eventDataExample, type EventType } from "@fleet/events";

/** A whole event of each type, as it is sent. */
export function eventExample(type: EventType) {
  return {
    id: "evt_0c9a4f6d1b7e2a835f40c1d2e3b4a596",
    type,
    created_at: "2026-03-02T08:31:07.480Z",
    tenant_id: 1,
    data: eventDataExample(type),
  };
}
