import { tripObjectSchema } from "../objects/trip-object.ts";
import { occurrenceSchema } from "../occurrence.ts";

export const tripStartedData = occurrenceSchema.extend({ trip: tripObjectSchema });
