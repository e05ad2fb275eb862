import { portSchema } from "@fleet/runtime";
import { expect, it } from "vitest";
import { z } from "zod";

import { envTable } from "./env-table.ts";

it("shows each variable with what it is without being set", () => {
  const env = z.object({
    URL: z.url().describe("where it is"),
    PORT: portSchema.default(80).describe("its port"),
    KIND: z.enum(["a", "b"]).optional().describe("its kind"),
  });
  expect(envTable(env)).toBe(
    [
      "| variable | default     | meaning            |",
      "| -------- | ----------- | ------------------ |",
      "| `URL`    | must be set | where it is        |",
      "| `PORT`   | `80`        | its port           |",
      "| `KIND`   |             | its kind: `a`, `b` |",
    ].join("\n"),
  );
});

it("refuses a variable that nobody has described", () => {
  expect(() => envTable(z.object({ PORT: portSchema }))).toThrow("PORT");
});
