import { expect, it } from "vitest";

import { readRetryAfter } from "./retry-after.ts";

const nowMs = Date.parse("2026-03-01T00:00:00Z");

it.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Sun, 01 Mar 2026 00:02:00 GMT", 120_000],
  ["Sun, 01 Mar 2026 00:00:00 GMT", 0],
  ["Sat, 28 Feb 2026 00:00:00 GMT", 0],
  ["Sunday, 01-Mar-26 00:02:00 GMT", 120_000],
  ["Sun Mar  1 00:02:00 2026", 120_000],
  ["-5", null],
  ["1.5", null],
  ["soon", null],
  ["Sunday", null],
  ["", null],
  [undefined, null],
])("reads Retry-After %j as %s ms", (value, expected) => {
  expect(readRetryAfter(value, nowMs)).toBe(expected);
});
