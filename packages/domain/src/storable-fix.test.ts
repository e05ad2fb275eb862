import { expect, test } from "vitest";

import type { DecodedFix } from "./fix.ts";
import { storableFix } from "./storable-fix.ts";

const decoded: DecodedFix = {
  fixTimeMs: 1_700_000_000_000,
  deviceTimeMs: null,
  valid: true,
  lat: 54.7,
  lng: 25.3,
  speedKmh: 50,
  course: 90,
  altitude: 100,
  ignition: true,
  odometerKm: 12,
  satellites: 9,
  hdop: 1,
  alarms: [],
  attributes: {},
};
const stored = (more: Partial<DecodedFix>, receivedAtMs = decoded.fixTimeMs) =>
  storableFix({ ...decoded, ...more }, 1, receivedAtMs);

test("is rounded to what is stored", () => {
  expect(
    stored({ lat: 54.123_456_78, lng: -0.000_000_01, speedKmh: 50.126, course: 359.996, altitude: 1.26 }),
  ).toMatchObject({ lat: 54.123_456_8, lng: 0, speedKmh: 50.13, course: 0, altitude: 1.3 });
  expect(stored({ course: 360, odometerKm: 12.345_6, hdop: 0.126, deviceTimeMs: 1.6 })).toMatchObject({
    course: 0,
    odometerKm: 12.346,
    hdop: 0.13,
    deviceTimeMs: 2,
  });
});

test.each([
  ["lat", 90, 90.1],
  ["lat", -90, -90.1],
  ["lng", 180, 180.1],
  ["lng", -180, -180.1],
  ["speedKmh", 10_000, 10_001],
  ["speedKmh", 0, -0.1],
  ["course", 0, -0.1],
  ["course", 359.9, 360.1],
  ["altitude", -100_000, -100_001],
  ["satellites", 255, 256],
  ["hdop", 655, 656],
  ["odometerKm", 100_000_000, 100_000_001],
] as const)("of %s holds %d and not %d", (name, kept, left) => {
  expect(stored({ [name]: kept })[name]).toBe(kept);
  expect(stored({ [name]: left })[name]).toBeNull();
});

test("has a place only where it is valid, whole and not 0° 0°", () => {
  for (const more of [{ valid: false }, { lat: null }, { lng: 200 }, { lat: 0, lng: 0 }])
    expect(stored(more)).toMatchObject({ valid: false, lat: null, lng: null });
  for (const more of [{ lat: 0 }, { lng: 0 }]) expect(stored(more)).toMatchObject({ valid: true, ...more });
});

test("arrived whole seconds after its time, and at most 68 years from it", () => {
  const arrival = (afterMs: number) =>
    stored({}, decoded.fixTimeMs + afterMs).receivedAtMs - decoded.fixTimeMs;
  expect([0, 1, 1000, 1001, -1, -1000].map(arrival)).toEqual([0, 1000, 1000, 2000, 0, -1000]);
  expect([1e14, -1e14].map(arrival)).toEqual([(2 ** 31 - 1) * 1000, -(2 ** 31) * 1000]);
});

test("keeps of attributes what Postgres can store", () => {
  const attributes = { "a\0b": "c\0d", half: "\ud800x", whole: "\u{1f600}", io: 1, on: true };
  expect(stored({ attributes }).attributes).toEqual({
    ab: "cd",
    half: "\ufffdx",
    whole: "\u{1f600}",
    io: 1,
    on: true,
  });
  expect(stored({ attributes: { "a\0b": 1 } }).attributes).toEqual({ ab: 1 });
  expect(stored({ attributes: { text: "c\0d" } }).attributes).toEqual({ text: "cd" });
  const plain = { io: 1, text: "x" };
  expect(stored({ attributes: plain }).attributes).toBe(plain);
});

test("is the same fix when the tracker sends it again as one that it had kept", () => {
  const live = stored({ attributes: { io: 1 } });
  expect(stored({ attributes: { io: 1, archive: true } })).toEqual(live);
  expect(stored({ attributes: { archive: false, io: 1, "a\0b": "c" } }).attributes).toEqual({
    io: 1,
    ab: "c",
  });
});
