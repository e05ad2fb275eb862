import { expect, test } from "vitest";

import { keptFromMs } from "./retention.ts";

test.each([
  ["2026-11-22T06:00:00Z", 24, "2024-11-01T00:00:00Z"],
  ["2026-01-31T23:59:59Z", 1, "2025-12-01T00:00:00Z"],
  ["2026-03-31T00:00:00Z", 13, "2025-02-01T00:00:00Z"],
])("at %s, %i months reach back to %s", (now, months, from) => {
  expect(new Date(keptFromMs(Date.parse(now), months)).toISOString()).toBe(new Date(from).toISOString());
});
