import { expect, it } from "vitest";

import { hulls, ofVehicles } from "./time-range.ts";

const owner = { organisationId: 1, vehicleId: 2 };

it("writes integers only, so that nothing can be injected", () => {
  expect(ofVehicles("fix_time", [{ ...owner, fromMs: 5, toMs: null }])).toBe(
    "((organisation_id IN (1) AND vehicle_id IN (2) AND fix_time >= fromUnixTimestamp64Milli(5)))",
  );
  const range = { ...owner, fromMs: 1, toMs: 2 };
  for (const wrong of [{ organisationId: 0.5 }, { vehicleId: 0.5 }, { fromMs: 0.5 }, { toMs: 0.5 }]) {
    expect(() => ofVehicles("fix_time", [{ ...range, ...wrong }])).toThrow("no integer");
    expect(() =>
      ofVehicles("fix_time", [
        { ...range, vehicleId: 3 },
        { ...range, ...wrong },
      ]),
    ).toThrow("no integer");
  }
});

it("has no condition for each vehicle, each of which would be evaluated for each row", () => {
  const conditions = (vehicles: number): number => {
    const ranges = Array.from({ length: vehicles }, (_, i) => ({
      organisationId: 1 + (i % 3),
      vehicleId: i + 1,
      fromMs: 1000 + i,
      toMs: 5000 + i,
    }));
    return ofVehicles("fix_time", ranges).split(/ AND | OR /).length;
  };
  expect(conditions(1000)).toBe(conditions(10));
});

it("spans each vehicle's ranges by one, without a bound where one of them has none", () => {
  const other = { organisationId: 1, vehicleId: 3, fromMs: 1, toMs: 2 };
  const ranges = [{ ...owner, fromMs: 5, toMs: 9 }, other, { ...owner, fromMs: 3, toMs: null }];
  expect(hulls(ranges)).toEqual([{ ...owner, fromMs: 3, toMs: null }, other]);
  const bounded = [2, 7, 4].map((toMs) => ({ ...owner, fromMs: toMs === 7 ? null : 1, toMs }));
  expect(hulls(bounded)).toEqual([{ ...owner, fromMs: null, toMs: 7 }]);
});
