import { expect, test } from "vitest";
import { createFixDraft } from "./fix-draft.ts";
import { setCell } from "./set-cell.ts";

const cell = { mcc: 246, mnc: 0, lac: 100, cellId: 0x0fff_ffff };

test("a cell has a country, a network that may be 0, an area and an identity of up to 28 bits", () => {
  const fix = createFixDraft(0);
  expect(setCell(fix, 2, cell)).toBe(true);
  expect(fix.attributes).toEqual({ mcc2: 246, mnc2: 0, lac2: 100, cellId2: 0x0fff_ffff });
});

test.each([
  { mcc: 0 },
  { mcc: 1000 },
  { mnc: -1 },
  { mnc: 0xffff },
  { lac: 0 },
  { lac: 0xffff },
  { lac: Number.NaN },
  { cellId: 0 },
  { cellId: 0xffff_ffff },
])("one with %o is none", (other) => {
  const fix = createFixDraft(0);
  expect(setCell(fix, 1, { ...cell, ...other })).toBe(false);
  expect(fix.attributes).toEqual({});
});
