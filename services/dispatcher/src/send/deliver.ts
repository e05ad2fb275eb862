import { openWebhookSecret } from "@fleet/postgres";
import type { Clock, Logger } from "@fleet/runtime";

import type { ClaimedDelivery } from "../claim/claim-deliveries.ts";
import type { DispatcherMetrics } from "../dispatcher-metrics.ts";
import type { Outcome } from "../outcome/fold-outcomes.ts";
import { signBody } from "../sign/sign-body.ts";
import type { Send } from "./send-request.ts";
import type { SendResult } from "./send-result.ts";

export interface DeliverOptions {
  readonly send: Send;
  /** The key derived for "webhook-secrets". */
  readonly secretsKey: () => Promise<Buffer>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: DispatcherMetrics;
}

/** Signs and sends a delivery once. Null where it could not be signed: a fault of our own, and no outcome. */
export type Deliver = (delivery: ClaimedDelivery) => Promise<Outcome | null>;

const userAgent = "Fleet-Tracking-Webhooks/1";

export function createDeliver({ send, secretsKey, clock, logger, metrics }: DeliverOptions): Deliver {
  return async (delivery) => {
    const { webhook, eventType, body } = delivery;
    const secret = openWebhookSecret(await secretsKey(), webhook);
    if (secret === null) {
      metrics.faults.inc({ step: "sign" });
      logger.error(
        { webhookId: webhook.id },
        "the webhook's secret does not open: is SECRET_KEY the right one?",
      );
      return null;
    }
    const attemptedAtMs = clock.now();
    metrics.age.observe(Math.max(0, attemptedAtMs - delivery.eventCreatedAt.getTime()) / 1000);
    const started = performance.now();
    const result = await send({
      url: webhook.url,
      body,
      headers: {
        "content-type": "application/json",
        "user-agent": userAgent,
        "x-gps-event": eventType,
        "x-gps-delivery": String(delivery.id),
        "x-gps-signature": signBody(body, { secret, sentAtMs: attemptedAtMs }),
      },
    });
    const durationMs = Math.round(performance.now() - started);
    observe(delivery, result, durationMs);
    return outcomeOf(delivery, { attemptedAtMs, durationMs, result });
  };

  function observe(
    { id, webhookId, eventId }: ClaimedDelivery,
    result: SendResult,
    durationMs: number,
  ): void {
    const { error, responseStatus } = result;
    metrics.duration.observe(durationMs / 1000);
    metrics.attempts.inc({ outcome: error?.split(":")[0] ?? "succeeded" });
    logger.debug({ deliveryId: id, webhookId, eventId, error, responseStatus, durationMs }, "attempted");
  }
}

function outcomeOf(
  delivery: ClaimedDelivery,
  attempt: Pick<Outcome, "attemptedAtMs" | "durationMs" | "result">,
): Outcome {
  return {
    deliveryId: delivery.id,
    webhookId: delivery.webhookId,
    organisationId: delivery.webhook.organisationId,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    eventCreatedAtMs: delivery.eventCreatedAt.getTime(),
    leaseToken: delivery.leaseToken,
    generation: delivery.webhook.generation,
    probe: delivery.probe,
    ...attempt,
  };
}
