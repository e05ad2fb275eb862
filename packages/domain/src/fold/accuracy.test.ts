import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Fix } from "../fix.ts";
import { roundFix } from "./fix-order.ts";
import { foldFixes } from "./fold-fixes.ts";
import { Kept } from "../testing/made-up-drive.ts";
import { settleFold } from "./settle-fold.ts";
import { emptyFold } from "./vehicle-fold.ts";

const shared = process.env["FLEET_SHARED_DIR"] ?? join(import.meta.dirname, "../../../../../shared");
const path = join(shared, "tracks/drives.csv");
const present = existsSync(path);

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

interface Drive extends Span {
  readonly fixes: readonly Fix[];
  readonly distanceKm: number;
  readonly longestGapS: number;
}

function readDrives(): Drive[] {
  const rows = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  const byDrive = Map.groupBy(rows, ([drive]) => drive);
  return [...byDrive.values()].map((group) => {
    const fixes = group.map(toFix);
    const times = fixes.map((fix) => fix.fixTimeMs);
    return {
      fixes,
      startMs: Math.min(...times),
      endMs: Math.max(...times),
      // What the first row travelled came before the first fix.
      distanceKm: group.slice(1).reduce((sum, row) => sum + Number(row[7]), 0),
      longestGapS: Math.max(...times.map((time, i) => time - (times[i - 1] ?? time))) / 1000,
    };
  });
}

function toFix(row: readonly string[]): Fix {
  const fixTimeMs = Date.parse(row[1] ?? "");
  return roundFix({
    deviceId: 1,
    receivedAtMs: fixTimeMs,
    fixTimeMs,
    deviceTimeMs: null,
    valid: true,
    lat: Number(row[2]),
    lng: Number(row[3]),
    altitude: Number(row[4]),
    course: Number(row[5]),
    speedKmh: Number(row[6]),
    ignition: true,
    odometerKm: null,
    satellites: null,
    hdop: null,
    alarms: [],
    attributes: {},
  });
}

/** A fix with another ignition, or sent again later from a vehicle that stands. */
function again(fix: Fix, ignition: boolean | null, fixTimeMs = fix.fixTimeMs): Fix {
  const stands = fixTimeMs > fix.fixTimeMs;
  return { ...fix, fixTimeMs, ignition, speedKmh: stands ? 0 : fix.speedKmh };
}

/** A drive's fixes, and the ignition off one second after the last. */
function withIgnition({ fixes, endMs }: Drive): Fix[] {
  return [...fixes, ...fixes.slice(-1).map((last) => again(last, false, endMs + 1000))];
}

function tripsOf(fixes: readonly Fix[]): Kept["trips"] {
  const result = foldFixes(emptyFold(), fixes);
  return new Kept().take(result).take(settleFold(result.fold, 3_600_000)).trips;
}

/** Ignition unreported; while parked the tracker sleeps, or sends every so many seconds. */
function withoutIgnition(drives: readonly Drive[], parkedEveryS: number | null): Fix[] {
  return drives.flatMap((drive, i) => {
    const fixes = drive.fixes.map((fix) => again(fix, null));
    const last = fixes.at(-1);
    const untilMs = drives[i + 1]?.startMs ?? drive.endMs + 3_600_000;
    if (parkedEveryS === null || last === undefined) return fixes;
    for (let ms = drive.endMs + parkedEveryS * 1000; ms < untilMs; ms += parkedEveryS * 1000) {
      fixes.push(again(last, null, ms));
    }
    return fixes;
  });
}

/** Harmonic mean of precision and recall at an intersection over union of at least so much. */
function f1(found: readonly Span[], truth: readonly Span[], atLeast: number): number {
  const hits = truth.filter((drive) => found.some((trip) => overlap(trip, drive) >= atLeast)).length;
  return (2 * hits) / (found.length + truth.length);
}

function overlap(a: Span, b: Span): number {
  const both = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs);
  return both <= 0 ? 0 : both / (Math.max(a.endMs, b.endMs) - Math.min(a.startMs, b.startMs));
}

function toSpans(trips: Kept["trips"]): Span[] {
  return trips.map((trip) => ({ startMs: trip.startTimeMs, endMs: trip.endTimeMs ?? Infinity }));
}

describe.skipIf(!present)("recorded drives (shared/tracks/drives.csv, skipped where absent)", () => {
  test("with ignition: each is found, begin and end within 5 s, distance within 2 % at the median", () => {
    const drives = readDrives();
    const trips = tripsOf(drives.flatMap(withIgnition));
    expect(trips).toHaveLength(drives.length);
    const errors = drives.map((drive, i) => {
      const trip = trips[i];
      expect(Math.abs((trip?.startTimeMs ?? 0) - drive.startMs)).toBeLessThanOrEqual(5000);
      expect(Math.abs((trip?.endTimeMs ?? 0) - drive.endMs)).toBeLessThanOrEqual(5000);
      const error = Math.abs((trip?.distanceMm ?? 0) / 1e6 / drive.distanceKm - 1);
      if (drive.longestGapS <= 10) expect(error).toBeLessThanOrEqual(0.05);
      return error;
    });
    const median = errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)];
    expect(median).toBeLessThanOrEqual(0.02);
  });

  test.each([
    { tracker: "that sleeps while parked", everyS: null, half: 0.9, most: 0.79 },
    { tracker: "that sends every 300 s while parked", everyS: 300, half: 0.84, most: 0.53 },
    { tracker: "that sends every 60 s while parked", everyS: 60, half: 0.84, most: 0.4 },
  ])("without ignition, by a tracker $tracker: F1 of at least $half / $most", (given) => {
    const drives = readDrives();
    const found = toSpans(tripsOf(withoutIgnition(drives, given.everyS)));
    const half = f1(found, drives, 0.5);
    const most = f1(found, drives, 0.9);
    const figures = `${half.toFixed(2)} / ${most.toFixed(2)}`;
    process.stdout.write(`F1 of trips, tracker ${given.tracker}: ${figures}\n`);
    expect(half).toBeGreaterThanOrEqual(given.half);
    expect(most).toBeGreaterThanOrEqual(given.most);
  });
});
