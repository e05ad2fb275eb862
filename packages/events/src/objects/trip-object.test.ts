import type { FoldedTrip } from "@fleet/domain";
import { expect, it } from "vitest";

import { tripObject } from "./trip-object.ts";

const trip: FoldedTrip = {
  startTimeMs: 0,
  endTimeMs: 3_600_000,
  start: { lat: 1, lng: 2 },
  end: { lat: 1, lng: 3 },
  distanceMm: 30_000_000,
  distanceSource: "gps",
  movingMs: 1_800_000,
  idleMs: 1_800_000,
  maxSpeedKmh: 80,
  settledBy: "fix",
};
const averageOf = (segment: FoldedTrip) =>
  tripObject({
    vehicleId: 1,
    row: { id: "trp_1", segment, revision: 1, withdrawn: false, replacedBy: null, splitFrom: null },
    updatedAtMs: 0,
    odometerStartM: 0,
    odometerEndM: 30_000,
    knownUntilMs: 0,
  }).avg_speed_kmh;

it("gives the average speed while moving, as the API does", () => {
  expect(averageOf(trip)).toBe(60);
  expect(averageOf({ ...trip, movingMs: 0 })).toBeNull();
});
