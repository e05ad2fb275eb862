import { markAt, toTrip } from "./drive.ts";
import { supposeLeaps } from "./fold-fixes.ts";
import { mayRest } from "./record.ts";
import { rules } from "./rules.ts";
import { changeableSinceMs, makesTrip, openSegments, toStop } from "./segments.ts";
import type { FoldedTrip, FoldResult } from "./shapes.ts";
import type { Drive, Mark, VehicleFold } from "./vehicle-fold.ts";

/**
 * How long after the arrival of the newest record (by fix time) a timer has something to settle, milliseconds;
 * null where nothing is open or it was settled already.
 */
export function nextSettlementMs(fold: VehicleFold): number | null {
  if (fold.settled) return null;
  if (fold.pending.length === 0) return waitMs(fold);
  const supposed = supposeLeaps(fold);
  return waitMs(supposed.fold) ?? (supposed.trips.length > 0 ? rules.offSettledMs : null);
}

function waitMs(fold: VehicleFold): number | null {
  const { trip } = fold;
  if (trip === null || !isTrip(trip, fold)) return null;
  if (fold.off !== null) return rules.offSettledMs;
  if (fold.legMoved) return rules.silenceMs;
  const standingMs = trip.reported ? rules.standingReportedMs : rules.standingInferredMs;
  return Math.min(rules.silenceMs, Math.max(standingMs, rules.asleepTimesLeg * (fold.legMs ?? 0)));
}

/** Whether it is a trip where it would end now; a drive may become one only by its off. */
function isTrip(trip: Drive, fold: VehicleFold): boolean {
  return trip.certain || makesTrip(trip, fold.off);
}

/**
 * What the timer settles `sinceArrivalMs` after the arrival of the newest record; what is not due yet is given as
 * it stands. The fold is only marked: the next record continues from the unsettled state, and confirms or revises.
 */
export function settleFold(fold: VehicleFold, sinceArrivalMs: number): FoldResult<VehicleFold> {
  const dueMs = nextSettlementMs(fold);
  const sinceMs = changeableSinceMs(fold);
  if (dueMs === null || sinceArrivalMs < dueMs) {
    const open = openSegments(fold);
    return { fold, derived: [], sinceMs, ...open };
  }
  const supposed = supposeLeaps(fold);
  const { trip, stop } = supposed.fold;
  const trips = supposed.trips.map((ended): FoldedTrip => ({ ...ended, settledBy: "timer" }));
  const stops = [...supposed.stops];
  const end = trip === null ? null : endNow(supposed.fold, trip);
  if (trip !== null && end !== null && isTrip(trip, supposed.fold)) {
    if (stop !== null && stop.startMs < trip.startMs) stops.push(toStop(stop, trip.startMs, 0));
    trips.push(toTrip(trip, end, "timer"));
    const opened = { startMs: end.timeMs, lat: end.lat, lng: end.lng };
    stops.push(toStop({ ...opened, idleMs: trip.idleMs - end.idleMs }, null, 0));
  } else {
    stops.push(...openSegments(supposed.fold).stops);
  }
  return { fold: { ...fold, settled: true }, derived: [], sinceMs, trips, stops };
}

/** Where the trip ends if the tracker stays silent: the fixes to come would say the same. */
function endNow(fold: VehicleFold, trip: Drive): Mark | null {
  if (fold.off !== null) return fold.off;
  if (!trip.reported && !fold.legMoved) {
    const { at } = fold;
    return trip.rested ?? (at !== null && mayRest(fold) ? markAt(trip, at) : trip.moved);
  }
  return fold.at && markAt(trip, { ...fold.at, timeMs: fold.last?.timeMs ?? fold.at.timeMs });
}
