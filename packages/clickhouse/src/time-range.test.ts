import { expect, it } from "vitest";

import { hulls, ofVehicles } from "./time-range.ts";

const owner = { organisationId: 1, vehicleId: 2 };

it("writes integers only, so that nothing can be injected", () => {
  expect(ofVehicles("fix_time", [{ ...owner, fromMs: 5, toMs: null }])).toBe(
    "((organisation_id = 1 AND vehicle_id = 2 AND fix_time >= fromUnixTimestamp64Milli(5)))",
  );
  expect(() => ofVehicles("fix_time", [{ ...owner, fromMs: 0.5, toMs: null }])).toThrow("no integer");
});

it("spans each vehicle's ranges by one, without a bound where one of them has none", () => {
  const other = { organisationId: 1, vehicleId: 3, fromMs: 1, toMs: 2 };
  const ranges = [{ ...owner, fromMs: 5, toMs: 9 }, other, { ...owner, fromMs: 3, toMs: null }];
  expect(hulls(ranges)).toEqual([{ ...owner, fromMs: 3, toMs: null }, other]);
});
