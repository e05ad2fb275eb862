import * as fc from "fast-check";
import { expect, it } from "vitest";

import { compressLz4, decompressLz4 } from "./lz4.ts";

/** Bytes of few values repeat themselves; many together make several blocks. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }),
  fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2000 }).map((values) => Uint8Array.from(values)),
);
const repeated = fc
  .tuple(anyBytes, fc.integer({ min: 1, max: 300 }))
  .map(([bytes, times]) => Buffer.concat(Array.from({ length: times }, () => bytes)));

it("gives back any bytes, of any number of blocks", () => {
  fc.assert(
    fc.property(repeated, (bytes) => {
      expect(decompressLz4(compressLz4(bytes)).equals(bytes)).toBe(true);
    }),
  );
});

it("reads what the format's own tool has written", () => {
  const frame =
    "04224d186040822e000000f6097b226c6174223a34382e312c226c6e67223a31312e357d2c18001632180018361800133318005031312e377d00000000";
  expect(decompressLz4(Buffer.from(frame, "hex")).toString()).toBe(
    '{"lat":48.1,"lng":11.5},{"lat":48.2,"lng":11.6},{"lat":48.3,"lng":11.7}',
  );
});

it("ends in five bytes as they are, which fast readers rely on", () => {
  fc.assert(
    fc.property(repeated, (bytes) => {
      const block = Buffer.concat([bytes, Buffer.alloc(20, "ab"), bytes, Buffer.alloc(20, "ab")]).subarray(
        -60_000,
      );
      expect(compressLz4(block).subarray(-9, -4)).toEqual(block.subarray(-5));
    }),
  );
});

it("makes what repeats itself small, and nothing much larger", () => {
  expect(compressLz4(Buffer.alloc(300_000, "abc")).length).toBeLessThan(1300);
  expect(compressLz4(Buffer.from(Array.from({ length: 256 }, (_, n) => n))).length).toBeLessThan(256 + 16);
});

it("throws on what is damaged, or gives other bytes, but never fails to end or reads beyond", () => {
  fc.assert(
    fc.property(repeated, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, place, change) => {
      const frame = compressLz4(bytes.subarray(0, 5000));
      const at = 7 + (place % (frame.length - 7));
      frame[at] = (frame[at] ?? 0) ^ change;
      try {
        expect(decompressLz4(frame).length).toBeLessThan(128 * 1024);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});

it("throws on a frame cut off, and on one of another form", () => {
  const frame = compressLz4(Buffer.alloc(2000, "abc"));
  expect(() => decompressLz4(frame.subarray(0, -5))).toThrow("cut off");
  expect(() => decompressLz4(Buffer.alloc(20))).toThrow("not an LZ4 frame");
});
