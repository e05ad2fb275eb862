import { distanceM } from "@fleet/domain";
import type { DecodedFix } from "@fleet/domain";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { syntheticDrive } from "./synthetic-drive.ts";

const home = { lat: 52.52, lng: 13.405 };
const startMs = Date.parse("2026-03-01T08:00:00Z");

function fixesOf(seed: number, count: number, intervalMs = 1000): DecodedFix[] {
  const drive = syntheticDrive({ seed, startMs, intervalMs, home });
  return Array.from({ length: count }, () => drive.next().value);
}

const seeds = fc.nat(1_000_000);

test("equal seeds give equal drives, others others", () => {
  expect(fixesOf(7, 200)).toEqual(fixesOf(7, 200));
  expect(fixesOf(7, 200)).not.toEqual(fixesOf(8, 200));
});

test("time only advances, and each fix is where its speed could bring the vehicle", () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 200, max: 30_000 }), (seed, intervalMs) => {
      let last: DecodedFix | undefined;
      for (const fix of fixesOf(seed, 400, intervalMs)) {
        if (last !== undefined) {
          const elapsedMs = fix.fixTimeMs - last.fixTimeMs;
          expect(elapsedMs).toBeGreaterThan(0);
          const movedM = distanceM(placeOf(last), placeOf(fix));
          expect(movedM).toBeLessThanOrEqual((26 * elapsedMs) / 1000);
          expect((fix.odometerKm ?? 0) * 1000 - (last.odometerKm ?? 0) * 1000).toBeGreaterThanOrEqual(
            movedM - 1,
          );
          if (last.ignition === false) expect(movedM).toBeLessThan(1);
        }
        last = fix;
      }
    }),
    { numRuns: 20 },
  );
});

test("speeds build up and fall as a car's do", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      let lastKmh = 0;
      for (const { speedKmh, course } of fixesOf(seed, 1500)) {
        expect(Math.abs((speedKmh ?? 0) - lastKmh)).toBeLessThan(12);
        expect(course).toBeGreaterThanOrEqual(0);
        expect(course).toBeLessThan(360);
        lastKmh = speedKmh ?? 0;
      }
    }),
    { numRuns: 20 },
  );
});

test("parked vehicles report every five minutes, or as often as is asked for", () => {
  const parkedPauses = (parkedIntervalMs?: number) => {
    const drive = syntheticDrive({ seed: 3, startMs, intervalMs: 10_000, parkedIntervalMs, home });
    const fixes = Array.from({ length: 2000 }, () => drive.next().value);
    return fixes.flatMap(({ ignition, fixTimeMs }, index) => {
      const next = fixes[index + 1];
      return ignition === false && next?.ignition === false ? [next.fixTimeMs - fixTimeMs] : [];
    });
  };
  expect(Math.max(...parkedPauses())).toBe(300_000);
  expect(new Set(parkedPauses(10_000))).toEqual(new Set([10_000]));
  expect(Math.max(...parkedPauses(1))).toBe(10_000);
});

test("a day has drives and parking, near home", () => {
  const day = fixesOf(3, 20_000);
  expect(day.some((fix) => fix.ignition === false)).toBe(true);
  expect(
    day.filter((fix, index) => fix.ignition === true && day[index - 1]?.ignition === false).length,
  ).toBeGreaterThan(2);
  for (const fix of day) expect(distanceM(home, placeOf(fix))).toBeLessThan(20_000);
});

function placeOf(fix: DecodedFix): { lat: number; lng: number } {
  return { lat: fix.lat ?? Number.NaN, lng: fix.lng ?? Number.NaN };
}
