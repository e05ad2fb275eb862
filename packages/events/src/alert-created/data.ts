import { alertTypes } from "@fleet/domain";
import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const alertCreatedData = occurrenceSchema.extend({
  alert: z.object({
    id: z.string(),
    type: z.enum(alertTypes),
    severity: z.enum(["info", "warning", "critical"]),
    message: z.string(),
  }),
});
