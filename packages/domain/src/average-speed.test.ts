import { expect, it } from "vitest";

import { averageSpeedKmh } from "./average-speed.ts";

const hourMs = 3_600_000;

it("is the distance over the time in motion, to a tenth", () => {
  expect(averageSpeedKmh({ distanceMm: 33_370_000, movingMs: hourMs, maxSpeedKmh: 50 })).toBe(33.4);
  expect(averageSpeedKmh({ distanceMm: 1000, movingMs: 0, maxSpeedKmh: 50 })).toBeNull();
});

it("is never above the greatest speed, where sparse fixes show less time in motion than there was", () => {
  // 80 km/h with a fix every half hour: of each leg 600 s count as moving.
  expect(averageSpeedKmh({ distanceMm: 80_000_000, movingMs: 1_200_000, maxSpeedKmh: 80 })).toBe(80);
});

it("stands by itself where no fix says its speed", () => {
  expect(averageSpeedKmh({ distanceMm: 60_000_000, movingMs: hourMs, maxSpeedKmh: null })).toBe(60);
  expect(averageSpeedKmh({ distanceMm: 60_000_000, movingMs: hourMs, maxSpeedKmh: 0 })).toBe(60);
});
