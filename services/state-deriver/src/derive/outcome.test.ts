import { storableFix, type Fix } from "@fleet/domain";
import { expect, it } from "vitest";

import { earliestReading } from "./outcome.ts";

function readAt(fixTimeMs: number, odometerKm: number | null): Fix {
  const unsaid = { deviceTimeMs: null, speedKmh: null, course: null, altitude: null, ignition: null };
  const place = { valid: true, lat: 47, lng: 11, satellites: null, hdop: null };
  return storableFix(
    { ...unsaid, ...place, fixTimeMs, odometerKm, alarms: [], attributes: {} },
    1,
    fixTimeMs,
  );
}

it("a vehicle's odometer begins with the first reading of a device, nought being none", () => {
  const fixes = [readAt(1, null), readAt(2, 0), readAt(3, 1.005), readAt(4, 1200)];
  expect(earliestReading(null, fixes)).toEqual({ fixTimeMs: 3, odometerM: 1005 });
});

it("gives way to one that is earlier, and of one instant to the lower one, whichever comes first", () => {
  const known = { fixTimeMs: 3, odometerM: 5000 };
  expect(earliestReading(known, [readAt(4, 1)])).toEqual(known);
  expect(earliestReading(known, [readAt(3, 6)])).toEqual(known);
  expect(earliestReading(known, [readAt(3, 4)])).toEqual({ fixTimeMs: 3, odometerM: 4000 });
  expect(earliestReading(known, [readAt(2, 6)])).toEqual({ fixTimeMs: 2, odometerM: 6000 });
});
