import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const deviceOnlineData = occurrenceSchema.extend({
  device: z.object({ id: z.number().int(), unique_id: z.string() }),
  last_fix_time: z.iso.datetime().nullable(),
});
