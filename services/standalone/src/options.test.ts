import { InvalidArgumentError } from "@commander-js/extra-typings";
import { expect, it } from "vitest";

import { instant, lifetimeDays, portNumber, wholeNumber } from "./options.ts";

it.each([
  ["an IMEI where an id belongs", wholeNumber, "356307042441013"],
  ["a port beyond the last one", portNumber, "99999"],
  ["a day that its month does not have", instant, "2026-02-30T08:00:00Z"],
  ["a year before all trackers", instant, "0026-03-01T08:00:00Z"],
  ["a time to come, which nothing could take back", instant, "2926-03-01T08:00:00Z"],
  ["a lifetime beyond the calendar", lifetimeDays, "9999999d"],
])("refuses %s", (_, parse, text) => {
  expect(() => parse(text)).toThrow(InvalidArgumentError);
});

it("takes the last id, the last port, a leap day in its zone and a long lifetime", () => {
  expect(wholeNumber("2147483647")).toBe(2_147_483_647);
  expect(portNumber("65535")).toBe(65_535);
  expect(instant("2024-02-29T08:00:00+02:00")).toEqual(new Date("2024-02-29T06:00:00Z"));
  expect(lifetimeDays("3650d")).toBe(3650);
});
