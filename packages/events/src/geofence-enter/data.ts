import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const geofenceEnterData = occurrenceSchema.extend({
  geofence: z.object({ id: z.number().int(), name: z.string() }),
});
