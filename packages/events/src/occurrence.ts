import { z } from "zod";

import { positionObjectSchema } from "./objects/position-object.ts";

/** What the data of every event has (decisions, "Event data"). */
export const occurrenceSchema = z.object({
  vehicle: z.object({ id: z.number().int(), name: z.string(), plate: z.string().nullable() }),
  /** Fix time of what happened. */
  occurred_at: z.iso.datetime(),
  position: positionObjectSchema.nullable(),
});
