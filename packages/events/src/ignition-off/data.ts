import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const ignitionOffData = occurrenceSchema.extend({
  ignition: z.literal(false).describe("The ignition now."),
  odometer_km: z.number().describe("Kilometres, to the metre."),
});
