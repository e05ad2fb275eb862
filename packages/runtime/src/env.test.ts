import { expect, it } from "vitest";
import { z } from "zod";

import { portSchema, positiveSchema, readEnv, secondsSchema } from "./env.ts";

it("names the least and the greatest value that a number may have", () => {
  const env = { NONE: "0", BELOW: "-1", ABOVE: "99999" };
  const schema = z.object({ NONE: positiveSchema, BELOW: portSchema, ABOVE: portSchema });
  expect(() => readEnv(schema, env)).toThrow(
    "The environment has problems:\n  NONE: must be more than 0\n  BELOW: must be at least 0\n  ABOVE: must be at most 65535",
  );
});

it("asks for a whole number where one is wanted", () => {
  const schema = z.object({ HALF: positiveSchema, WORD: positiveSchema });
  expect(() => readEnv(schema, { HALF: "1.5", WORD: "many" })).toThrow(
    "  HALF: must be a whole number\n  WORD: must be a number",
  );
});

it("says which variable must be set, and among what another must be", () => {
  const schema = z.object({ NEEDED: z.string(), KIND: z.enum(["postgres", "kafka"]) });
  expect(() => readEnv(schema, { KIND: "mqtt" })).toThrow(
    "The environment has problems:\n  NEEDED: must be set\n  KIND: must be one of postgres, kafka",
  );
});

it("takes a variable of spaces for none, and not for 0", () => {
  expect(readEnv(z.object({ PORT: portSchema.default(9101) }), { PORT: " " })).toEqual({ PORT: 9101 });
});

it("takes no time that a timer cannot wait, which would be over at once", () => {
  const schema = z.object({ PATIENCE_S: secondsSchema });
  const timers = 2 ** 31 - 1;
  expect(readEnv(schema, { PATIENCE_S: "2000000" }).PATIENCE_S * 1000).toBeLessThan(timers);
  expect(() => readEnv(schema, { PATIENCE_S: "99999999" })).toThrow("PATIENCE_S: must be at most 2000000");
});
