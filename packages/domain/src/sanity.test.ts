import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { DecodedFix } from "./fix.ts";
import { fixTimeFault, withoutImpossible } from "./sanity.ts";

const receivedAtMs = Date.UTC(2026, 10, 21, 12);
const day = 86_400_000;
const gpsTurn = 1024 * 7 * day;

test.each([
  ["of now", receivedAtMs, null],
  ["of ten minutes ahead", receivedAtMs + 600_000, null],
  ["of more than ten minutes ahead", receivedAtMs + 600_001, "fix_time_in_future"],
  ["of a clock gone mad", receivedAtMs + 100 * 365 * day, "fix_time_in_future"],
  ["buffered for months", receivedAtMs - 200 * day, null],
  ["of the first instant of 2000", Date.UTC(2000, 0, 1), null],
  ["before 2000", Date.UTC(2000, 0, 1) - 1, "fix_time_before_2000"],
  ["of GPS's own beginning, which a reset clock tells", Date.UTC(1980, 0, 6), "fix_time_before_2000"],
  ["of Unix's", 0, "fix_time_before_2000"],
  ["of now, a turn of the GPS weeks ago", receivedAtMs - gpsTurn, "fix_time_rolled_over"],
  ["buffered for a week, a turn ago", receivedAtMs - gpsTurn - 7 * day, "fix_time_rolled_over"],
  ["of a year that is no turn ago", receivedAtMs - gpsTurn - 8 * day, null],
  ["that is none", Number.NaN, "fix_time_unreadable"],
])("a fix time %s", (_name, fixTimeMs, fault) => {
  expect(fixTimeFault(fixTimeMs, receivedAtMs)).toBe(fault);
});

const possible: DecodedFix = {
  fixTimeMs: receivedAtMs,
  deviceTimeMs: receivedAtMs,
  valid: true,
  lat: 48,
  lng: 11,
  speedKmh: 50,
  course: 359.9,
  altitude: 400,
  ignition: true,
  odometerKm: 1234.5,
  satellites: 9,
  hdop: 0.9,
  alarms: [],
  attributes: { power: 12.5, text: "NaN" },
};

test("a fix that can be is left alone", () => {
  const { fix, impossible } = withoutImpossible(possible);
  expect(fix).toBe(possible);
  expect(impossible).toEqual([]);
});

test.each([
  ["speedKmh", 0, -0.1],
  ["speedKmh", 500, 500.1],
  ["course", 0, -0.1],
  ["course", 360, 360.1],
  ["altitude", -1000, -1000.1],
  ["altitude", 20_000, 20_000.1],
  ["odometerKm", 0, -0.1],
  ["odometerKm", 10_000_000, 10_000_000.1],
  ["satellites", 0, -1],
  ["satellites", 255, 256],
  ["hdop", 0, -0.1],
  ["hdop", 655, 655.1],
  ["deviceTimeMs", 0, -1],
  ["deviceTimeMs", Date.UTC(2100, 0, 1), Date.UTC(2100, 0, 1) + 1],
  ["lat", -90, -90.1],
  ["lat", 0, 90.1],
  ["lat", 90, 90.1],
  ["lng", -180, -180.1],
  ["lng", 0, 180.1],
  ["lng", 180, 180.1],
] as const)("a %s of %d can be, of %d not", (name, possibly, never) => {
  const bound = { ...possible, [name]: possibly };
  expect(withoutImpossible(bound).fix).toBe(bound);
  expect(withoutImpossible({ ...possible, [name]: never }).impossible).toHaveLength(1);
});

test.each([
  ["speedKmh", 1023],
  ["speedKmh", -1],
  ["speedKmh", Number.NaN],
  ["course", 511],
  ["altitude", 65_535],
  ["altitude", Number.NEGATIVE_INFINITY],
  ["odometerKm", 4_294_967_295],
  ["odometerKm", -3],
  ["satellites", 1000],
  ["hdop", 9999],
  ["deviceTimeMs", Number.NaN],
] as const)("a %s of %d is none, and all else stays", (name, value) => {
  expect(withoutImpossible({ ...possible, [name]: value })).toEqual({
    fix: { ...possible, [name]: null },
    impossible: [name],
  });
});

test.each([
  [0, 0],
  [91, 11],
  [48, 181],
  [Number.NaN, 11],
  [48, null],
])("a place at %s° %s° is none, and the record counts for the rest", (lat, lng) => {
  expect(withoutImpossible({ ...possible, lat, lng })).toEqual({
    fix: { ...possible, valid: false, lat: null, lng: null },
    impossible: ["place"],
  });
});

test("an attribute that is no number is left out, for JSON cannot say it and would lose the whole report", () => {
  const { fix, impossible } = withoutImpossible({
    ...possible,
    attributes: { power: Number.NaN, fuel: Infinity, temperature: -4, door: true },
  });
  expect(fix.attributes).toEqual({ temperature: -4, door: true });
  expect(impossible).toEqual(["attribute"]);
});

test("whatever numbers come, what is left is the same in JSON and has nothing more to leave out", () => {
  const number = fc.option(fc.double());
  fc.assert(
    fc.property(
      fc.record({
        deviceTimeMs: number,
        valid: fc.boolean(),
        lat: number,
        lng: number,
        speedKmh: number,
        course: number,
        altitude: number,
        odometerKm: number,
        satellites: number,
        hdop: number,
        attributes: fc.dictionary(fc.constantFrom("a", "b"), fc.double()),
      }),
      (wild) => {
        const { fix } = withoutImpossible({ ...possible, ...wild });
        expect(withoutImpossible(fix).fix).toBe(fix);
        if (fix.valid) expect(Math.abs(fix.lat ?? Number.NaN)).toBeLessThanOrEqual(90);
        for (const name of ["speedKmh", "course", "altitude", "odometerKm"] as const) {
          expect(fix[name] === null || Number.isFinite(fix[name])).toBe(true);
        }
        expect(Object.values(fix.attributes).every(Number.isFinite)).toBe(true);
      },
    ),
  );
});

test("of attributes that are longer together than any tracker's those that fit are kept, and one is told of", () => {
  const text = "x".repeat(4000);
  const longest = { ...possible, attributes: { a: text, b: text, c: "x".repeat(8192 - 8000 - 3) } };
  expect(withoutImpossible(longest).fix).toBe(longest);
  const longer = { a: text, tooLong: "x".repeat(8000), b: text, power: 12.5, c: "x".repeat(8192) };
  const { fix, impossible } = withoutImpossible({ ...possible, attributes: longer });
  expect([fix.attributes, impossible]).toEqual([{ a: text, b: text, power: 12.5 }, ["attribute"]]);
});
