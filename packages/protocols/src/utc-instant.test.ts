import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseDayMonthYear, utcInstant } from "./utc-instant.ts";

test("the days of the calendar are instants, and no others", () => {
  const part = fc.integer({ min: -1, max: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1999, max: 2401 }), part, part, (year, month, day) => {
      const date = new Date(Date.UTC(year, month - 1, day));
      const isDay = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
      const instant = utcInstant({ year, month, day, timeOfDayMs: 5 });
      expect(instant).toBe(isDay ? date.getTime() + 5 : null);
    }),
  );
});

test.each([
  ["290224", "2024-02-29T00:00:01Z"],
  ["311299", "2099-12-31T00:00:01Z"],
  ["290223", null],
  ["320124", null],
  ["010024", null],
  ["01012", null],
  ["0101245", null],
  ["0a0124", null],
  ["01012x", null],
])("the date %s", (text, wanted) => {
  expect(parseDayMonthYear(text, 1000)).toBe(wanted === null ? null : Date.parse(wanted));
});
