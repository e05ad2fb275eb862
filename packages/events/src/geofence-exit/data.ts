import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const geofenceExitData = occurrenceSchema.extend({
  geofence: z.object({ id: z.number().int(), name: z.string() }),
});
