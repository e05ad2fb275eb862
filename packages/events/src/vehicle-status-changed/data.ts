import { liveStatuses } from "@fleet/domain";
import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const vehicleStatusChangedData = occurrenceSchema.extend({
  previous: z.enum(liveStatuses).describe("The status before."),
  current: z.enum(liveStatuses).describe("The status now."),
});
