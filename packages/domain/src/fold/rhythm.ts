import { markAt, startDrive } from "./drive.ts";
import { kindNow } from "./ignition.ts";
import type { Leg } from "./leg.ts";
import { rules } from "./rules.ts";
import { endDrive } from "./segments.ts";
import type { Step } from "./segments.ts";
import type { At, VehicleFold } from "./vehicle-fold.ts";

/** Whether a standing leg of at least `asleepMs` is one of a tracker asleep. */
export function fellAsleep(fold: VehicleFold, leg: Leg): boolean {
  return leg.ms >= rules.asleepMs && slackens(fold, leg);
}

/** Whether the tracker sends so much less often than before, standing, that it takes the vehicle for parked. */
function slackens(fold: VehicleFold, leg: Leg): boolean {
  return (
    !leg.moves && fold.legMs !== null && leg.ms >= rules.asleepTimesLeg * fold.legMs && lastHadPlace(fold)
  );
}

/** A record without a place since shows that the tracker was awake. */
function lastHadPlace({ last, at }: VehicleFold): boolean {
  return last?.timeMs === at?.timeMs;
}

/** Whether a standing leg from here, if only it is long enough, is one of a tracker at rest. */
export function mayRest(fold: VehicleFold): boolean {
  return fold.legMs !== null && fold.at !== null && fold.at.speedKmh !== null && lastHadPlace(fold);
}

/** Whether it sends so much more often than on the standing leg before that something woke it at the fix between. */
function rouses(fold: VehicleFold, leg: Leg): boolean {
  const { legMs, legMoved } = fold;
  if (legMs === null || legMoved || legMs < rules.restMs) return false;
  return legMs >= rules.asleepTimesLeg * leg.ms && lastHadPlace(fold);
}

/**
 * Without reported ignition, how often a tracker sends while it stands tells when the vehicle was left and entered:
 * most send less often while parked. Only where speeds are reported, else nobody knows that it stood.
 */
export function noteRhythm(step: Step, { leg, from }: { readonly leg: Leg; readonly from: At }): void {
  const { fold } = step;
  if (from.speedKmh === null || leg.ms === 0) return;
  if (rouses(fold, leg)) wakeAt(step, from);
  if (leg.ms < rules.restMs || !slackens(fold, leg) || fold.trip === null) return;
  if (fold.trip.moved !== null) fold.trip.rested ??= markAt(fold.trip, from);
  // What woke it was no drive.
  else endDrive(step, fold.trip, null);
}

/** A tracker that was at rest is awake: its vehicle may be about to set off, unless it is on its way. */
function wakeAt(step: Step, at: At): void {
  const { fold } = step;
  if (fold.trip !== null && fold.trip.moved !== null) {
    fold.trip.rested = null;
    return;
  }
  if (fold.trip !== null) endDrive(step, fold.trip, null);
  fold.trip = startDrive(at, kindNow(fold));
}

/** Without reported ignition a tracker that was silent and is heard again may be about to set off. */
export function noteWake(step: Step, { leg, here }: { leg: Leg | null; here: At | null }): void {
  if (here === null || leg === null || leg.moves || leg.ms < rules.wakeMs) return;
  wakeAt(step, here);
}
