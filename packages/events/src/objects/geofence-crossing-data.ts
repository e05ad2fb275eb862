import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

/** What geofence.enter and geofence.exit tell: which geofence. */
export const geofenceCrossingData = occurrenceSchema.extend({
  geofence: z
    .object({
      id: z.number().int().describe("Identifies the geofence."),
      name: z.string().describe("Its name."),
    })
    .describe("The geofence."),
});
