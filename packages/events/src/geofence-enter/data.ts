import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const geofenceEnterData = occurrenceSchema.extend({
  geofence: z
    .object({
      id: z.number().int().describe("Identifies the geofence."),
      name: z.string().describe("Its name."),
    })
    .describe("The geofence."),
});
