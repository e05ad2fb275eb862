import { expect, test } from "vitest";

import { assignmentAt } from "./assignment.ts";

test("an assignment is in force from its first instant up to, and not at, its end", () => {
  const first = { deviceId: 1, vehicleId: 1, organisationId: 1, fromMs: 100, toMs: 200 };
  const second = { ...first, vehicleId: 2, fromMs: 200, toMs: null };
  const vehicleAt = (atMs: number) => assignmentAt([first, second], atMs)?.vehicleId;
  expect([99, 100, 199, 200, 1e15].map(vehicleAt)).toEqual([undefined, 1, 1, 2, 2]);
  expect(assignmentAt([first], 200)).toBeUndefined();
});
