import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const ignitionOnData = occurrenceSchema.extend({
  ignition: z.literal(true),
  odometer_km: z.number(),
});
