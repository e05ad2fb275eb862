import * as fc from "fast-check";
import { expect, test } from "vitest";

import { RowBinary } from "./row-binary.ts";
import { RowBinaryColumns } from "./row-binary-columns.ts";

test("arrays of numbers are read as they were written, whatever their length", () => {
  const flags = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 300 });
  const speeds = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 300 });
  fc.assert(
    fc.property(flags, speeds, flags, (first, second, third) => {
      const to = new RowBinary();
      to.length(first.length);
      for (const value of first) to.uint8(value);
      to.length(second.length);
      for (const value of second) to.int32(value);
      to.length(third.length);
      for (const value of third) to.uint8(value);
      const columns = new RowBinaryColumns(to.bytes());
      expect([...columns.uint8s()]).toEqual(first);
      expect([...columns.int32s()]).toEqual(second);
      expect([...columns.uint8s()]).toEqual(third);
    }),
  );
});

test("a number of 64 bits is read little-endian", () => {
  const bytes = Buffer.from("02000000000000f03f000000000000e0bf", "hex");
  expect([...new RowBinaryColumns(bytes).float64s()]).toEqual([1, -0.5]);
});

test("what is cut short is a RangeError", () => {
  expect(() => new RowBinaryColumns(Buffer.from("0201", "hex")).uint8s()).toThrow(RangeError);
});
