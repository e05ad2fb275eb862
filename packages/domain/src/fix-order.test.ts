import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alertTypes } from "./fix.ts";
import type { Fix } from "./fix.ts";
import { compareFixes, compareFixKeys, fixContentHash, fixKey, hasPlace, isSameFix } from "./fix-order.ts";
import { storableFix } from "./storable-fix.ts";

const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values);
const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** Fixes of few devices and times, so that ties are common. */
const anyFix: fc.Arbitrary<Fix> = fc.record({
  deviceId: fc.integer({ min: 1, max: 2 }),
  receivedAtMs: fc.integer({ min: 0, max: 3 }),
  fixTimeMs: fc.integer({ min: 0, max: 1 }),
  deviceTimeMs: orNull(fc.integer({ min: 0, max: 1 })),
  valid: fc.boolean(),
  lat: orNull(number(-90, 90)),
  lng: orNull(number(-180, 180)),
  speedKmh: orNull(number(0, 300)),
  course: orNull(fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true })),
  altitude: orNull(number(-400, 9000)),
  ignition: orNull(fc.boolean()),
  odometerKm: orNull(number(0, 1e6)),
  satellites: orNull(fc.integer({ min: 0, max: 40 })),
  hdop: orNull(number(0, 99)),
  alarms: fc.uniqueArray(fc.constantFrom(...alertTypes), { maxLength: 2 }),
  attributes: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double(), fc.boolean()), {
    maxKeys: 3,
  }),
});

describe("the order of fixes", () => {
  test("is total: antisymmetric, transitive, and nought for repetitions alone", () => {
    fc.assert(
      fc.property(anyFix, anyFix, anyFix, (a, b, c) => {
        expect(Math.sign(compareFixes(a, b))).toBe(0 - Math.sign(compareFixes(b, a)));
        const [x, y, z] = [a, b, c].toSorted(compareFixes);
        if (x === undefined || y === undefined || z === undefined) return;
        expect(compareFixes(x, z)).toBeLessThanOrEqual(0);
        expect(compareFixes(x, { ...x, receivedAtMs: 99 })).toBe(0);
        expect(isSameFix(a, b)).toBe(compareFixes(a, b) === 0);
      }),
    );
  });

  test("is that of the keys", () => {
    fc.assert(
      fc.property(anyFix, anyFix, (a, b) => {
        expect(Math.sign(compareFixKeys(fixKey(a), fixKey(b)))).toBe(Math.sign(compareFixes(a, b)));
      }),
    );
  });

  test("puts ignition on before unreported before off at one instant", () => {
    const [fix] = fc.sample(anyFix, { numRuns: 1, seed: 1 });
    if (fix === undefined) return;
    const of = (ignition: boolean | null): Fix => ({ ...fix, ignition });
    const sorted = [of(false), of(null), of(true)].toSorted(compareFixes);
    expect(sorted.map((each) => each.ignition)).toEqual([true, null, false]);
  });
});

test("a place on the equator or the meridian of Greenwich counts, 0° 0° does not", () => {
  const [fix] = fc.sample(anyFix, { numRuns: 1, seed: 3 });
  if (fix === undefined) return;
  const isPlace = (lat: number, lng: number) => hasPlace({ ...fix, valid: true, lat, lng });
  expect([isPlace(0, 36.8), isPlace(51.5, 0), isPlace(0, 0), isPlace(1e-8, -1e-8)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe("the content hash", () => {
  test("is the one that stored records and the ids of their positions were made with", () => {
    const fix: Fix = {
      deviceId: 1,
      receivedAtMs: 0,
      fixTimeMs: 0,
      deviceTimeMs: 1_700_000_000_000,
      valid: true,
      lat: 54.687_156_1,
      lng: -25.279_651_4,
      speedKmh: 51.25,
      course: 271.5,
      altitude: 103.4,
      ignition: true,
      odometerKm: 48_211.375,
      satellites: 11,
      hdop: 0.85,
      alarms: ["sos", "jamming"],
      attributes: { power: 12.5, driver: "Ä-7", door: true, towed: false },
    };
    expect(fixContentHash(fix)).toBe(1_016_118_712);
    const silent = { deviceTimeMs: null, speedKmh: null, course: null, altitude: null, ignition: null };
    const unread = { odometerKm: null, satellites: null, hdop: null, alarms: [], attributes: {} };
    expect(fixContentHash({ ...fix, ...silent, ...unread, valid: false })).toBe(543_291_587);
  });

  test("survives rounding to stored precision, and rounding again changes nothing", () => {
    fc.assert(
      fc.property(anyFix, (fix) => {
        const once = storableFix(fix, fix.deviceId, fix.receivedAtMs);
        expect(fixContentHash(once)).toBe(fixContentHash(fix));
        expect(storableFix(once, once.deviceId, once.receivedAtMs)).toEqual(once);
      }),
    );
  });

  test("is a uint32 that does not depend on the order of attributes and alarms", () => {
    fc.assert(
      fc.property(anyFix, (fix) => {
        const hash = fixContentHash(fix);
        const attributes = Object.fromEntries(Object.entries(fix.attributes).toReversed());
        expect(fixContentHash({ ...fix, attributes, alarms: fix.alarms.toReversed() })).toBe(hash);
        expect(hash).toBe(hash >>> 0);
      }),
    );
  });

  test("tells one changed member from another", () => {
    const [fix] = fc.sample(anyFix, { numRuns: 1, seed: 2 });
    if (fix === undefined) return;
    const base: Fix = { ...fix, valid: true, lat: 40, lng: 10, satellites: 9, attributes: { a: 1, b: "1" } };
    const changed: Partial<Fix>[] = [
      { deviceTimeMs: 5 },
      { lat: 40.0000001 },
      { lng: 10.0000001 },
      { valid: false },
      { speedKmh: 12.34 },
      { course: 12.34 },
      { altitude: 12.3 },
      { odometerKm: 12.345 },
      { satellites: 77 },
      { satellites: null },
      { satellites: 0 },
      { hdop: 12.34 },
      { alarms: ["sos"] },
      { alarms: ["sos", "jamming"] },
      { attributes: { a: "1", b: "1" } },
      { attributes: { a: 1, b: 1 } },
      { attributes: { a: true, b: "1" } },
      { attributes: { a: 1 } },
      { attributes: { b: 1, a: "1" } },
    ];
    const hashes = new Set([fixContentHash(base)]);
    for (const change of changed) hashes.add(fixContentHash({ ...base, ...change }));
    expect(hashes.size).toBe(changed.length + 1);
  });
});
