import { expect, it } from "vitest";
import { z } from "zod";

import { portSchema, positiveSchema, readEnv } from "./env.ts";

it("names the least and the greatest value that a number may have", () => {
  const env = { NONE: "0", BELOW: "-1", ABOVE: "99999" };
  const schema = z.object({ NONE: positiveSchema, BELOW: portSchema, ABOVE: portSchema });
  expect(() => readEnv(schema, env)).toThrow(
    "The environment has problems:\n  NONE: must be more than 0\n  BELOW: must be at least 0\n  ABOVE: must be at most 65535",
  );
});
