import { z } from "@hono/zod-openapi";

import { eventExample } from "../document/event-examples.ts";

export const eventSchema = z
  .object({
    id: z.string().describe("The event's id, the same as in its deliveries."),
    type: z.string().describe("The event's type."),
    created_at: z.iso.datetime().describe("When the event was raised."),
    tenant_id: z.int().describe("The organisation."),
    data: z
      .record(z.string(), z.unknown())
      .describe("What the event tells: of the shape that the body of its type has under Events."),
  })
  .openapi("Event", { description: "An event as it is sent to webhooks." });

export const listedEventExample: z.infer<typeof eventSchema> = eventExample("trip.ended");

/** An event of the log, by the text that is sent. */
export function showEvent({ body }: { body: string }): z.infer<typeof eventSchema> {
  return eventSchema.parse(JSON.parse(body));
}
