import * as fc from "fast-check";
import { expect, it } from "vitest";

import { createCompactJson } from "./compact-json.ts";

it("gives back what JSON gives back, however many shapes there are", () => {
  const { pack, unpack } = createCompactJson();
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const json: unknown = JSON.parse(JSON.stringify(value));
      expect(unpack(pack(value))).toEqual(json);
    }),
  );
  for (let i = 0; i < 4500; i += 1) {
    const value = { [`name${i}`]: [i, { name: i, none: undefined }] };
    expect(unpack(pack(value))).toEqual({ [`name${i}`]: [i, { name: i }] });
  }
});
