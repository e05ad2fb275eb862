import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

/** What device.online and device.offline tell: which device, and when it last sent a fix. */
export const deviceSignData = occurrenceSchema.extend({
  device: z
    .object({
      id: z.number().int().describe("Identifies the device."),
      unique_id: z.string().describe("What the device calls itself, usually its IMEI."),
    })
    .describe("The device."),
  last_fix_time: z.iso.datetime().nullable().describe("Time of its last fix; null if there never was one."),
});
