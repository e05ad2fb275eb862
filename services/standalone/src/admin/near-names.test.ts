import { deviceModels } from "@fleet/protocols";
import { expect, it } from "vitest";

import { nearNames } from "./near-names.ts";

const slugs = deviceModels.map(({ slug }) => slug);

it.each([
  ["teltonika-fmb92", "teltonika-fmb920"],
  ["Teltonika FMB920", "teltonika-fmb920"],
  ["fmb920", "teltonika-fmb920"],
  ["queclink-gl300v", "queclink-gl300"],
])("finds what was meant by %s", (typed, meant) => {
  expect(nearNames(typed, slugs)).toContain(meant);
});

it("names none where none is like it", () => {
  expect(nearNames("zzz", slugs)).toEqual([]);
});
