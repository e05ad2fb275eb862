import { z } from "zod";

import { occurrenceSchema } from "../occurrence.ts";

export const commandResultData = occurrenceSchema.extend({
  command: z
    .object({
      id: z.string().describe("Identifies the command."),
      type: z.string().describe("Kind of command."),
      status: z.string().describe("What became of it."),
      result: z.string().nullable().describe("What the device answered."),
    })
    .describe("The command."),
});
