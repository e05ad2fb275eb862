import type { EventDraft } from "./create-event.ts";
import type { PositionObject } from "./objects/position-object.ts";
import type { TripObject } from "./objects/trip-object.ts";

/** A trip as written now, and what was announced of it before. */
export interface TripChange {
  readonly withdrawn: boolean;
  readonly ended: boolean;
  readonly startAnnounced: boolean;
  readonly endAnnounced: boolean;
}

/** `trip.started` or `trip.ended`: its subject is the trip, so that each is raised once whatever is revised. */
export function tripEvent(
  type: "trip.started" | "trip.ended",
  trip: TripObject,
  position: PositionObject | null,
): EventDraft<"trip.started" | "trip.ended"> {
  const occurredAt = type === "trip.started" ? trip.start_time : (trip.end_time ?? trip.start_time);
  return { type, subject: trip.id, occurredAtMs: Date.parse(occurredAt), position, data: { trip } };
}
