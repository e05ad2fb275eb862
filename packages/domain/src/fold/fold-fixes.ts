import type { Fix } from "../fix.ts";
import { markAt } from "./drive.ts";
import { fixKey, hasPlace } from "../fix-order.ts";
import { isLeap } from "./leg.ts";
import { endAtOff, foldRecord } from "./record.ts";
import { rules } from "./rules.ts";
import { changeableSinceMs, endDrive, openSegments } from "./segments.ts";
import type { Step } from "./segments.ts";
import type { FoldedFixes, FoldResult } from "./shapes.ts";
import { copyFold } from "./vehicle-fold.ts";
import type { VehicleFold } from "./vehicle-fold.ts";

/**
 * Folds a vehicle's records, each through `storableFix`, sorted by `compareFixes`, none twice and all after those
 * folded before. How they are cut into batches makes no difference.
 */
export function foldFixes(fold: VehicleFold, fixes: readonly Fix[]): FoldedFixes {
  const step = startStep(fold);
  for (const fix of fixes) takeRecord(step, fix);
  const last = fixes.at(-1);
  if (last !== undefined) step.fold.head = fixKey(last);
  return { ...resultOf(fold, step), suspects: step.suspects };
}

/**
 * Ends what is open at the last record: call it between two fixes of different assignments (the same device taken
 * off the vehicle and put back; a change of device is seen by itself), and when the assignment has ended.
 */
export function cutFold(fold: VehicleFold): FoldResult {
  const step = startStep(fold);
  cut(step);
  return resultOf(fold, step);
}

function startStep(fold: VehicleFold): Step {
  return { fold: copyFold(fold), derived: [], trips: [], stops: [], suspects: [] };
}

function resultOf(before: VehicleFold, step: Step): FoldResult {
  const open = openSegments(step.fold);
  // What is in suspense is given as the leaps it may be; trips and stops wait until that is known.
  const supposed = step.fold.pending.length > 0 ? supposeLeaps(step.fold).derived : [];
  return {
    fold: step.fold,
    derived: supposed.length > 0 ? [...step.derived, ...supposed] : step.derived,
    sinceMs: changeableSinceMs(before),
    trips: [...step.trips, ...open.trips],
    stops: [...step.stops, ...open.stops],
  };
}

/** What it would come to if the records in suspense were leaps. */
export function supposeLeaps(fold: VehicleFold): Step {
  const step = startStep(fold);
  releaseAsLeaps(step);
  return step;
}

/** Holds records back from the first leap on, until it is known whether three in a row agree. */
function takeRecord(step: Step, fix: Fix): void {
  const { fold } = step;
  // A record that is held back may open again what a timer settled, like any other.
  fold.settled = false;
  fold.offSettled = false;
  const before = fold.pending.at(-1)?.deviceId ?? fold.last?.deviceId;
  if (before !== undefined && before !== fix.deviceId) cut(step);
  const { at, pending } = fold;
  const leaps = at !== null && !fold.cut && hasPlace(fix) && isLeap(at, fix);
  if (pending.length === 0 && !leaps) {
    foldRecord(step, fix, "fix");
    return;
  }
  if (hasPlace(fix)) {
    const suspects = pending.filter(hasPlace);
    if (!leaps || !suspects.every((suspect) => !isLeap({ ...suspect, timeMs: suspect.fixTimeMs }, fix))) {
      releaseAsLeaps(step);
      if (!leaps) {
        foldRecord(step, fix, "fix");
        return;
      }
    } else if (suspects.length + 1 === rules.leapsBelieved) {
      believe(step, fix);
      return;
    }
  }
  fold.pending.push(fix);
  if (leaps) step.suspects.push(fix);
  if (fold.pending.length > rules.pendingMax) releaseAsLeaps(step);
}

function releaseAsLeaps(step: Step): void {
  const held = step.fold.pending;
  step.fold.pending = [];
  for (const fix of held) foldRecord(step, fix, hasPlace(fix) ? "leap" : "fix");
}

/** Three agree: only the first of them leaps. */
function believe(step: Step, third: Fix): void {
  const held = step.fold.pending;
  step.fold.pending = [];
  let jumped = false;
  for (const fix of held) {
    const jumps: boolean = !jumped && hasPlace(fix);
    foldRecord(step, fix, jumps ? "jump" : "fix");
    jumped ||= jumps;
  }
  foldRecord(step, third, "fix");
}

function cut(step: Step): void {
  releaseAsLeaps(step);
  const { fold } = step;
  if (fold.off !== null) endAtOff(step);
  const { trip, at, last } = fold;
  if (trip !== null && at !== null && last !== null) {
    endDrive(step, trip, markAt(trip, { ...at, timeMs: last.timeMs }));
  }
  fold.cut = at !== null;
  fold.ignition = { on: false, inferred: true };
  fold.inferredOnMs = null;
  fold.movement = "parked";
  fold.legMs = null;
  fold.legMoved = false;
  fold.odometerStillMm = 0;
  fold.sinceFix = { movingMs: 0, idleMs: 0 };
  fold.settled = false;
  fold.offSettled = false;
}
