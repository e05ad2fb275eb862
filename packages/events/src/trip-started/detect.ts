import type { TripChange } from "../trip-change.ts";

/** A trip became certain that was not announced before; a revision announces nothing. */
export function isTripStartNews(trip: TripChange): boolean {
  return !trip.withdrawn && !trip.startAnnounced;
}
