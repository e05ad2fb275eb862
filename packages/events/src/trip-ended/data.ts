import { tripObjectSchema } from "../objects/trip-object.ts";
import { occurrenceSchema } from "../occurrence.ts";

export const tripEndedData = occurrenceSchema.extend({ trip: tripObjectSchema });
