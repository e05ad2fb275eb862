import * as fc from "fast-check";
import { expect, test } from "vitest";
import { latinText, splitLatinText } from "./latin-text.ts";

test("a text has a character for each byte, and is split as any other", () => {
  const byte = fc.oneof(fc.constant(0x2c), fc.nat(255));
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 20 }), fc.nat(20), fc.nat(20), (values, from, to) => {
      const bytes = Uint8Array.from(values);
      const text = latinText(bytes);
      expect(text).toBe(String.fromCharCode(...values));
      expect(latinText(Buffer.from(bytes))).toBe(text);
      const [start, end] = [Math.min(from, values.length), Math.min(Math.max(from, to), values.length)];
      const fields = splitLatinText(text, bytes, 0x2c, { start, end });
      expect(fields).toEqual(text.slice(start, end).split(","));
    }),
  );
});
