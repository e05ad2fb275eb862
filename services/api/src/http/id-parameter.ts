import { z } from "@hono/zod-openapi";

const idMax = 0x7fff_ffff;

/** The id of a resource in a query. One that names nothing of the caller's is no error: nothing is found by it. */
export const idParameter = z
  .string()
  .regex(/^\d+$/, "Must be a whole number.")
  .transform(Number)
  .refine((id) => id <= idMax, `Must be at most ${idMax}.`)
  .openapi({ type: "integer", minimum: 0, maximum: idMax });
