import { createHash } from "node:crypto";

import type { EventEnvelope, EventType } from "./envelope.ts";
import type { EventData } from "./event-data.ts";
import type { PositionObject } from "./objects/position-object.ts";

/** What happened to a vehicle, before it is known by name. */
export interface EventDraft<T extends EventType> {
  readonly type: T;
  /** What sets this occurrence apart from others of its type and vehicle: it makes the id. */
  readonly subject: string;
  readonly occurredAtMs: number;
  readonly position: PositionObject | null;
  readonly data: Omit<EventData<T>, "vehicle" | "occurred_at" | "position" | "test">;
}

export interface EventSubject {
  readonly id: number;
  readonly organisationId: number;
  readonly name: string;
  readonly plate: string | null;
}

/** The envelope of what happened. The same occurrence has the same id whenever it is raised. */
export function createEvent(
  vehicle: EventSubject,
  draft: EventDraft<EventType>,
  createdAtMs: number,
): EventEnvelope {
  return {
    id: eventId(vehicle.id, draft.type, draft.subject),
    type: draft.type,
    created_at: new Date(createdAtMs).toISOString(),
    tenant_id: vehicle.organisationId,
    data: {
      vehicle: { id: vehicle.id, name: vehicle.name, plate: vehicle.plate },
      occurred_at: new Date(draft.occurredAtMs).toISOString(),
      position: draft.position,
      ...draft.data,
    },
  };
}

/** The id of an event: a function of what happened, so that raising it again gives the same. */
export function eventId(vehicleId: number, type: EventType, subject: string): string {
  return occurrenceId("evt", [vehicleId, type, subject]);
}

/** An id that is a function of what it is of. */
export function occurrenceId(prefix: "evt" | "alr", of: readonly (string | number)[]): string {
  const hash = createHash("sha256").update(JSON.stringify(of));
  return `${prefix}_${hash.digest("hex").slice(0, 32)}`;
}
