import * as fc from "fast-check";
import { expect, test } from "vitest";
import { distanceM, metresPerDegree } from "../geo.ts";
import { curveM, curveMaxM } from "./curve.ts";

const place = { lat: 48, lng: 11 };

/** The end of a quarter of a circle to the right that starts north, its speed steady. */
function quarter(radiusM: number, seconds: number) {
  const speedKmh = ((radiusM * Math.PI) / 2 / seconds) * 3.6;
  const lat = place.lat + radiusM / metresPerDegree;
  const lng = place.lng + radiusM / metresPerDegree / Math.cos((place.lat * Math.PI) / 180);
  return { from: { ...place, speedKmh, course: 0 }, to: { lat, lng, speedKmh, course: 90 } };
}

test("a bend is as long as its arc, within one percent, where the straight line is a tenth short", () => {
  const { from, to } = quarter(200, 20);
  const arcM = 100 * Math.PI;
  expect(distanceM(from, to)).toBeLessThan(0.91 * arcM);
  expect(Math.abs((curveM(from, to, 20_000) ?? 0) / arcM - 1)).toBeLessThan(0.01);
});

test("nothing is made up where a leg is too short or too long, or an end says nothing of speed or course", () => {
  const { from, to } = quarter(200, 20);
  expect(curveM(from, to, 4999)).toBeNull();
  expect(curveM(from, to, 60_001)).toBeNull();
  expect(curveM({ ...from, course: null }, to, 20_000)).toBeNull();
  expect(curveM(from, { ...to, speedKmh: null }, 20_000)).toBeNull();
});

test("a vehicle that sets off needs no course", () => {
  const { to } = quarter(200, 20);
  expect(curveM({ ...place, speedKmh: 0, course: null }, to, 20_000)).not.toBeNull();
});

test("across the date line the way is no longer than elsewhere", () => {
  const moves = { speedKmh: 72, course: 90 };
  const length = (fromLng: number, toLng: number) =>
    curveM({ lat: 0, lng: fromLng, ...moves }, { lat: 0, lng: toLng, ...moves }, 10_000);
  expect(length(179.9995, -179.9995)).toBeCloseTo(length(10, 10.001) ?? 0, 3);
});

test("no detour is faster than the faster end", () => {
  const end = fc.record({
    lat: fc.double({ min: 48, max: 48.01, noNaN: true }),
    lng: fc.double({ min: 11, max: 11.01, noNaN: true }),
    speedKmh: fc.integer({ min: 0, max: 250 }),
    course: fc.integer({ min: 0, max: 359 }),
  });
  fc.assert(
    fc.property(end, end, fc.integer({ min: 5000, max: 60_000 }), (from, to, ms) => {
      const mostM = (Math.max(from.speedKmh, to.speedKmh) * ms) / 3600;
      const metres = curveM(from, to, ms) ?? Number.NaN;
      expect(metres).toBeGreaterThanOrEqual(0);
      expect(metres).toBeLessThanOrEqual(mostM + 1e-6);
      expect(metres).toBeLessThanOrEqual(curveMaxM(from, to, ms));
    }),
  );
});
