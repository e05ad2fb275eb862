import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const ignitionOnData = occurrenceSchema.extend({
  ignition: z.literal(true).describe("The ignition now."),
  odometer_km: z.number().describe("Kilometres, to the metre."),
});
