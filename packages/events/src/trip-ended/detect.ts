import type { TripChange } from "../trip-change.ts";

/** A trip's end became certain for the first time; a revision announces nothing. */
export function isTripEndNews(trip: TripChange): boolean {
  return !trip.withdrawn && trip.ended && !trip.endAnnounced;
}
