import { z } from "zod";

/** To the receivers' process: open so many, or, without a number, report. */
export const receiversOrderSchema = z.object({ receivers: z.number().optional() });

export const receiversReadySchema = z.object({ ports: z.array(z.number()), ca: z.string() });
export type ReceiversReady = z.infer<typeof receiversReadySchema>;

/** Since the last report: requests, and for each that was an event the time from its creation to its arrival. */
export const receiversReportSchema = z.object({ requests: z.number(), latenciesMs: z.array(z.number()) });
export type ReceiversReport = z.infer<typeof receiversReportSchema>;
