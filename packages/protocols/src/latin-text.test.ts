import * as fc from "fast-check";
import { expect, test } from "vitest";
import { latinText } from "./latin-text.ts";

test("a text has a character for each byte, of a buffer or of any other bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(20), (bytes, start) => {
      const part = bytes.subarray(start);
      const text = String.fromCharCode(...part);
      expect(latinText(part)).toBe(text);
      expect(latinText(Buffer.from(bytes).subarray(start))).toBe(text);
    }),
  );
});
