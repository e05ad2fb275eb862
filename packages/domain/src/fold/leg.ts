import type { Fix } from "../fix.ts";
import type { PlacedFix } from "../fix-order.ts";
import { distanceM } from "../geo.ts";
import { movingAboveKmh } from "../live-status.ts";
import { curveM, curveMaxM } from "./curve.ts";
import { averageKmh, mmAt, rules } from "./rules.ts";
import type { LegSource } from "./shapes.ts";
import type { At, VehicleFold } from "./vehicle-fold.ts";

/** What joins two successive fixes of a vehicle. */
export interface Leg {
  readonly ms: number;
  readonly moves: boolean;
  readonly averageKmh: number;
  /** Counted distance, integer millimetres. */
  readonly mm: number;
  readonly source: LegSource;
}

/** Whether going from one place to another in this time is not to be believed. */
export function isLeap(from: { timeMs: number; lat: number; lng: number }, fix: PlacedFix): boolean {
  const ms = fix.fixTimeMs - from.timeMs;
  // A degree of latitude is over 110 km: nearer than this is cheaply seen, and the common case.
  if (Math.abs(fix.lat - from.lat) < 0.002 && Math.abs(fix.lng - from.lng) < 0.002) return false;
  return distanceM(from, fix) > rules.leapSlackM + mmAt(rules.leapKmh, ms) / 1000;
}

/** A leg between two fixes of one device. Keeps count in `fold` of the odometer standing still. */
export function measureLeg(fold: VehicleFold, from: At, fix: PlacedFix): Leg {
  const ms = fix.fixTimeMs - from.timeMs;
  const metres = distanceM(from, fix);
  const average = averageKmh(metres, ms);
  const short = ms <= rules.shortLegMs;
  const moves = isMoving(fix, ms, average);
  const slow = (from.speedKmh ?? average) <= movingAboveKmh && (fix.speedKmh ?? average) <= movingAboveKmh;
  const gpsMm =
    slow && (short || metres <= rules.jitterM)
      ? 0
      : Math.round(Math.max(metres, bendM(from, fix, ms, metres)) * 1000);
  const odometerMm = odometerDifferenceMm(from, fix, ms);
  if (odometerMm === null) return { ms, moves, averageKmh: average, mm: gpsMm, source: "gps" };
  fold.odometerStillMm = odometerMm > 0 ? 0 : Math.min(fold.odometerStillMm + gpsMm, rules.odometerStuckMm);
  const stuck = fold.odometerStillMm >= rules.odometerStuckMm;
  return {
    ms,
    moves,
    averageKmh: average,
    mm: stuck ? gpsMm : odometerMm,
    source: stuck ? "gps" : "odometer",
  };
}

function isMoving({ speedKmh }: Fix, ms: number, average: number): boolean {
  return (ms <= rules.shortLegMs ? (speedKmh ?? average) : average) > movingAboveKmh;
}

/** Whether the vehicle moves on the leg from one fix of a device to its next. */
export function movesBetween(from: PlacedFix, to: PlacedFix): boolean {
  const ms = to.fixTimeMs - from.fixTimeMs;
  return isMoving(to, ms, averageKmh(distanceM(from, to), ms));
}

/** Along the bend, where that can be longer than the straight line. A place said again is not one come back to. */
function bendM(from: At, fix: PlacedFix, ms: number, straightM: number): number {
  if (straightM === 0) return 0;
  return curveMaxM(from, fix, ms) > straightM ? (curveM(from, fix, ms) ?? 0) : 0;
}

/** A leg across a change of device or a gap of assignment: counted by GPS unless it leaps, part of no trip. */
export function measureCutLeg(from: At, fix: PlacedFix): Leg {
  const ms = fix.fixTimeMs - from.timeMs;
  if (isLeap(from, fix)) return jumpLeg(ms);
  const metres = distanceM(from, fix);
  const mm = metres <= rules.jitterM ? 0 : Math.round(metres * 1000);
  return { ms, moves: false, averageKmh: averageKmh(metres, ms), mm, source: "gps" };
}

/** The leg to a leap that is believed after all: nobody knows how the vehicle came there, so it counts nothing. */
export function jumpLeg(ms: number): Leg {
  return { ms, moves: false, averageKmh: 0, mm: 0, source: "none" };
}

/** The device's own difference where it is plausible. A reading of nought is that of a device without odometer. */
function odometerDifferenceMm(from: At, fix: Fix, ms: number): number | null {
  const to = odometerM(fix);
  if (from.odometerM === null || to === null) return null;
  const mm = (to - from.odometerM) * 1000;
  return mm >= 0 && mm <= rules.odometerSlackMm + mmAt(rules.odometerKmh, ms) ? mm : null;
}

/** The device's own odometer, metres. Null where it has none: a reading of nought is that of such a device. */
export function odometerM(fix: Fix): number | null {
  return fix.odometerKm === null || fix.odometerKm === 0 ? null : Math.round(fix.odometerKm * 1000);
}
