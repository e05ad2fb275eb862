import { z } from "zod";

/** To the receivers' process. The hole is the receiver at `/hole`: open, it takes everything and never answers. */
export const receiversOrderSchema = z.discriminatedUnion("order", [
  z.object({ order: z.literal("open"), receivers: z.number() }),
  z.object({ order: z.literal("hole"), open: z.boolean() }),
  z.object({ order: z.literal("report") }),
]);
export type ReceiversOrder = z.infer<typeof receiversOrderSchema>;

export const receiversReadySchema = z.object({ ports: z.array(z.number()), ca: z.string() });
export type ReceiversReady = z.infer<typeof receiversReadySchema>;

/** Since the last report: from an event's creation to its arrival, for each, those at the hole left out. */
export const receiversReportSchema = z.object({ latenciesMs: z.array(z.number()) });
export type ReceiversReport = z.infer<typeof receiversReportSchema>;
