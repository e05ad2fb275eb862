import { positionObjectSchema } from "../objects/position-object.ts";
import { occurrenceSchema } from "../occurrence.ts";

export const positionUpdatedData = occurrenceSchema.extend({ position: positionObjectSchema });
