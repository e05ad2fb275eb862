import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatDegreeMinutes, parseDegreeMinutes } from "./degree-minutes.ts";

test("degrees, minutes and a hemisphere are signed degrees", () => {
  expect(parseDegreeMinutes("5442.0000", "N")).toBe(54.7);
  expect(parseDegreeMinutes("3351.3", "S")).toBeCloseTo(-33.855, 10);
  expect(parseDegreeMinutes("07039.0", "W")).toBe(-70.65);
});

test.each([
  ["9000.1", "N"],
  ["18000.1", "E"],
  ["", "N"],
  ["-5442.0", "N"],
  ["5442.0", ""],
  ["5442.0", "constructor"],
  ["005442.0", "N"],
  ["+5442.0", "N"],
  [".5", "N"],
  ["54.42.0", "N"],
  ["5442.0x", "N"],
  ["5442,0", "N"],
])("%s %s is no place", (text, hemisphere) => {
  expect(parseDegreeMinutes(text, hemisphere)).toBeNull();
});

test("what is formatted is parsed to the same within a millionth of a minute", () => {
  fc.assert(
    fc.property(fc.double({ min: -90, max: 90, noNaN: true }), (degrees) => {
      for (const axis of ["lat", "lng"] as const) {
        const parsed = parseDegreeMinutes(...formatDegreeMinutes(degrees, axis)) ?? Number.NaN;
        expect(Math.abs(parsed - degrees)).toBeLessThan(1e-6 / 60);
      }
    }),
  );
});
