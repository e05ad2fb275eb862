import { markAt, toTrip } from "./drive.ts";
import type { DerivedFix, FoldedStop, FoldedTrip } from "./shapes.ts";
import type { Drive, Mark, VehicleFold } from "./vehicle-fold.ts";

/** A fold being worked on, and what came of it so far. */
export interface Step {
  readonly fold: VehicleFold;
  readonly derived: DerivedFix[];
  readonly trips: FoldedTrip[];
  readonly stops: FoldedStop[];
}

/** Start of the earliest trip or stop that what comes may change; nought where there is none. */
export function changeableSinceMs(fold: VehicleFold): number {
  if (fold.stop !== null) return fold.stop.startMs;
  return fold.trip?.certain === true ? fold.trip.startMs : 0;
}

/** Once enough distance is counted the drive is a trip, and the stop before it has an end. */
export function noteCertain(step: Step, drive: Drive): void {
  if (drive.certain || !makesTrip(drive, drive.moved)) return;
  drive.certain = true;
  const { stop } = step.fold;
  if (stop !== null && stop.startMs < drive.startMs) step.stops.push(toStop(stop, drive.startMs, 0));
  step.fold.stop = null;
}

/** Whether the drive would be a trip if it ended there: it moved, took time and came far enough. */
export function makesTrip(drive: Drive, end: Mark | null): end is Mark {
  return (
    drive.moved !== null && end !== null && end.timeMs > drive.startMs && end.distanceMm >= drive.certainMm
  );
}

/** Ends the drive at a mark: a trip if it came far enough by then, otherwise it was none and the stop goes on. */
export function endDrive(step: Step, drive: Drive, end: Mark | null): void {
  const { fold } = step;
  fold.trip = null;
  if (!makesTrip(drive, end)) {
    if (fold.stop !== null) fold.stop.idleMs += drive.idleMs;
    return;
  }
  if (!drive.certain && fold.stop !== null && fold.stop.startMs < drive.startMs) {
    step.stops.push(toStop(fold.stop, drive.startMs, 0));
  }
  step.trips.push(toTrip(drive, end, "fix"));
  fold.stop = {
    startMs: end.timeMs,
    lat: end.lat,
    lng: end.lng,
    idleMs: drive.idleMs - end.idleMs,
  };
}

/** Adds the trip or stop that is open now to what a step gives. */
export function openSegments(fold: VehicleFold): { trips: FoldedTrip[]; stops: FoldedStop[] } {
  const { trip, stop, at } = fold;
  if (trip?.certain === true && at !== null) {
    return { trips: [toTrip(trip, markAt(trip, at), null)], stops: [] };
  }
  return { trips: [], stops: stop === null ? [] : [toStop(stop, null, trip?.idleMs ?? 0)] };
}

export function toStop(
  stop: NonNullable<VehicleFold["stop"]>,
  endTimeMs: number | null,
  moreIdleMs: number,
): FoldedStop {
  return {
    startTimeMs: stop.startMs,
    endTimeMs,
    place: { lat: stop.lat, lng: stop.lng },
    idleMs: stop.idleMs + moreIdleMs,
  };
}
