import * as fc from "fast-check";
import { expect, test } from "vitest";
import { splitText } from "./split-text.ts";

test("a part of a text is split as split does it", () => {
  const parts = fc.array(fc.constantFrom(",", ";", "a", "bc", "é", "😀", " "), { maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.nat(12), fc.nat(12), (characters, one, other) => {
      const text = characters.join("");
      expect(splitText(text, ",")).toEqual(text.split(","));
      const [start, end] = [Math.min(one, other, text.length), Math.min(Math.max(one, other), text.length)];
      expect(splitText(text, ";", start, end)).toEqual(text.slice(start, end).split(";"));
    }),
  );
});
