import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const ignitionOffData = occurrenceSchema.extend({
  ignition: z.literal(false),
  odometer_km: z.number(),
});
