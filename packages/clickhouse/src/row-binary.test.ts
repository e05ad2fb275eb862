import * as fc from "fast-check";
import { expect, test } from "vitest";

import { RowBinary } from "./row-binary.ts";

function written(write: (to: RowBinary) => void): Buffer {
  const to = new RowBinary();
  write(to);
  return to.bytes();
}

test("numbers are little-endian, two's complement", () => {
  expect(written((to) => to.int64(-2)).toString("hex")).toBe("feffffffffffffff");
  expect(written((to) => to.uint128(String((5n << 64n) | 7n))).toString("hex")).toBe(
    "07000000000000000500000000000000",
  );
  expect(written((to) => to.uint128(String(2n ** 128n - 1n))).toString("hex")).toBe("ff".repeat(16));
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(written((to) => to.int64(value)).readBigInt64LE()).toBe(BigInt(value));
    }),
  );
});

test("a text follows the number of its bytes, seven bits a byte, whatever its length", () => {
  expect(
    written((to) => to.string("é".repeat(100)))
      .subarray(0, 2)
      .toString("hex"),
  ).toBe("c801");
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 300 })), (texts) => {
      const bytes = written((to) => texts.forEach((text) => to.string(text)));
      let at = 0;
      for (const text of texts) {
        let length = 0;
        let shift = 0;
        for (let more = true; more; shift += 7) {
          const byte = bytes.readUInt8(at++);
          length += (byte & 127) << shift;
          more = byte > 127;
        }
        expect(bytes.toString("utf8", at, at + length)).toBe(text);
        at += length;
      }
      expect(at).toBe(bytes.length);
    }),
  );
});

test("grows beyond its first buffer, and keeps what is in it", () => {
  const bytes = written((to) => {
    for (let i = 0; i < 100_000; i += 1) to.uint32(i);
  });
  expect(bytes.length).toBe(400_000);
  for (let i = 0; i < 100_000; i += 1)
    if (bytes.readUInt32LE(4 * i) !== i) expect.unreachable(`${i} was written there`);
});

test("what does not fit its type is refused", () => {
  const to = new RowBinary();
  for (const refused of [
    () => to.uint8(256),
    () => to.uint16(-1),
    () => to.uint32(2 ** 32),
    () => to.int32(2 ** 31),
    () => to.int64(2 ** 53),
    () => to.int64(0.5),
    () => to.int64(Number.NaN),
    () => to.uint32(Number.NaN),
    () => to.int32(1.5),
    () => to.uint128(String(2n ** 128n)),
  ])
    expect(refused).toThrow(RangeError);
});
