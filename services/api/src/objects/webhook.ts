import type { EventType } from "@fleet/events";
import type { DeliveryAttemptRow, WebhookRow } from "@fleet/postgres";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";

export const webhookSchema = z
  .object({
    id: z.int(),
    url: z.string(),
    events: z.array(z.string()).openapi({ example: ["trip.ended" satisfies EventType] }),
    status: z.enum(["enabled", "disabled"]),
    failure_count: z.int().openapi({ description: "Failed attempts in a row." }),
    disabled_at: z.iso.datetime().nullable(),
    disabled_reason: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .openapi("Webhook");

export const createdWebhookSchema = webhookSchema
  .extend({
    secret: z.string().openapi({
      description: "Keys the signature of each delivery, as UTF-8. Shown here and never again.",
      example: "whsec_…",
    }),
  })
  .openapi("CreatedWebhook");

export function showWebhook(row: WebhookRow): z.infer<typeof webhookSchema> {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: row.status,
    failure_count: row.failureCount,
    disabled_at: showInstant(row.disabledAt?.getTime() ?? null),
    disabled_reason: row.disabledReason,
    created_at: showInstant(row.createdAt.getTime()),
  };
}

export const deliverySchema = z
  .object({
    id: z.int(),
    event_id: z.string(),
    event_type: z.string(),
    attempt: z.int().openapi({ description: "0 for what lapsed before it was tried." }),
    status: z.enum(["succeeded", "failed"]),
    response_status: z.int().nullable(),
    duration_ms: z.int().nullable(),
    error: z.string().nullable(),
    response_excerpt: z.string().nullable().openapi({ description: "The response's first 1 KiB." }),
    attempted_at: z.iso.datetime(),
    next_attempt_at: z.iso.datetime().nullable(),
  })
  .openapi("Delivery", { description: "One attempt of the delivery log." });

export function showDelivery(row: DeliveryAttemptRow): z.infer<typeof deliverySchema> {
  return {
    id: row.id,
    event_id: row.eventId,
    event_type: row.eventType,
    attempt: row.attempt,
    status: row.status,
    response_status: row.responseStatus,
    duration_ms: row.durationMs,
    error: row.error,
    response_excerpt: row.responseExcerpt,
    attempted_at: showInstant(row.attemptedAt.getTime()),
    next_attempt_at: showInstant(row.nextAttemptAt?.getTime() ?? null),
  };
}
