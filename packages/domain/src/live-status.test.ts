import { expect, test } from "vitest";

import { liveStatus, movementStatus } from "./live-status.ts";

test("is offline strictly more than 600 s after the last fix, or without one", () => {
  expect(liveStatus(1000, "moving", 601_000)).toBe("moving");
  expect(liveStatus(1000, "moving", 601_001)).toBe("offline");
  expect(liveStatus(601_000, "idle", 1000)).toBe("idle");
  expect(liveStatus(null, "parked", 1000)).toBe("offline");
});

test("moves strictly above 5 km/h, else goes by the ignition", () => {
  expect([5.01, 5, 0, null].map((kmh) => movementStatus(kmh, true))).toEqual([
    "moving",
    "idle",
    "idle",
    "idle",
  ]);
  expect([5.01, 5, null].map((kmh) => movementStatus(kmh, false))).toEqual(["moving", "parked", "parked"]);
});
