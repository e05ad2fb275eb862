import type { Fix } from "../fix.ts";
import type { Place } from "../geo.ts";
import type { MovementStatus } from "../live-status.ts";

export type DistanceSource = "odometer" | "gps" | "mixed";

/** What the fold makes of one record: its leg from the record before, and what is in force from it on. */
export interface DerivedFix {
  readonly fix: Fix;
  /** Counted distance of the leg that ends here, integer millimetres. */
  readonly legMm: number;
  readonly legSource: "none" | "odometer" | "gps";
  readonly ignitionOn: boolean;
  readonly ignitionInferred: boolean;
  readonly movement: MovementStatus;
  /** Implausibly far from its neighbours, and left out. May turn false once later fixes agree with it. */
  readonly leap: boolean;
}

/** A trip as the fixes so far have it. Only certain trips are given (50 m counted). Times are fix times. */
export interface FoldedTrip {
  readonly startTimeMs: number;
  /** Null while open. */
  readonly endTimeMs: number | null;
  readonly start: Place;
  /** Where it ended, or the last place so far. */
  readonly end: Place;
  readonly distanceMm: number;
  readonly distanceSource: DistanceSource;
  /** Moving and idle time so far; what lies between is neither. */
  readonly movingMs: number;
  readonly idleMs: number;
  readonly maxSpeedKmh: number;
  /** Null while open. */
  readonly settledBy: "fix" | "timer" | null;
}

/** The time between two trips, and the time after the last. */
export interface FoldedStop {
  readonly startTimeMs: number;
  readonly endTimeMs: number | null;
  readonly place: Place;
  readonly idleMs: number;
}

/**
 * What a fold step gives: the records whose derivation is new or changed, and the segments that this step opened,
 * extended, closed or may still change, by start time. A segment not given stands as it was given before.
 */
export interface FoldResult<Fold> {
  readonly fold: Fold;
  readonly derived: readonly DerivedFix[];
  readonly trips: readonly FoldedTrip[];
  readonly stops: readonly FoldedStop[];
}
