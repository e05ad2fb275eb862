import { expect, test } from "vitest";
import { createFixDraft } from "./fix-draft.ts";
import { setAccessPoint } from "./set-access-point.ts";

const bytes = Uint8Array.of(0xa0, 0xb1, 0xc2, 0xd3, 0xe4, 0x05);

test.each([bytes, "A0B1C2D3E405", "a0:b1:c2:d3:e4:05", "A0-B1-C2-D3-E4-05", "a0:b1:c2:d3:e4:5"])(
  "the address %s is written in one form",
  (address) => {
    const fix = createFixDraft(0);
    expect(setAccessPoint(fix, 2, address, -60)).toBe(true);
    expect(fix.attributes).toEqual({ wifi2Mac: "a0:b1:c2:d3:e4:05", wifi2Rssi: -60 });
  },
);

test("a signal that is not told is left out", () => {
  const fix = createFixDraft(0);
  setAccessPoint(fix, 1, bytes, null);
  expect(fix.attributes).toEqual({ wifi1Mac: "a0:b1:c2:d3:e4:05" });
});

test.each([
  new Uint8Array(6),
  new Uint8Array(6).fill(0xff),
  bytes.subarray(1),
  "",
  "000000000000",
  "FF:FF:FF:FF:FF:FF",
  "a0b1c2d3e4",
  "a0b1c2d3e4050",
  "g0b1c2d3e405",
  "a0:b1:c2:d3:e4",
])("the address %s is none", (address) => {
  const fix = createFixDraft(0);
  expect(setAccessPoint(fix, 1, address, -60)).toBe(false);
  expect(fix.attributes).toEqual({});
});
