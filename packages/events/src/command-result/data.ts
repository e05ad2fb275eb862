import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const commandResultData = occurrenceSchema.extend({
  command: z.object({ id: z.string(), type: z.string(), status: z.string(), result: z.string().nullable() }),
});
