import { eq, sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { at } from "./instant.ts";
import { deliveries, deliveryAttempts, webhooks } from "./schema/index.ts";

/** Where a webhook stands with its failures. */
export type WebhookHealth = Pick<
  typeof webhooks.$inferSelect,
  | "id"
  | "status"
  | "failureCount"
  | "generation"
  | "probeStep"
  | "nextProbeAt"
  | "disabledAt"
  | "disabledReason"
>;

/** Where a delivery stands. */
export interface DeliveryProgress extends Pick<
  typeof deliveries.$inferSelect,
  "id" | "status" | "attempts" | "leaseToken"
> {
  /** When it is to be tried again; null where that stays as it is. */
  readonly nextAttemptAt: Date | null;
}

/** Reads and locks deliveries that outcomes are about to change; their webhooks are locked before. */
export async function lockDeliveries(
  tx: Executor,
  deliveryIds: readonly number[],
): Promise<DeliveryProgress[]> {
  if (deliveryIds.length === 0) return [];
  const { rows } = await tx.execute<{
    id: string;
    status: DeliveryProgress["status"];
    attempts: number;
    lease_token: string | null;
  }>(sql`
    SELECT id, status, attempts, lease_token FROM ${deliveries}
    WHERE id = ANY (${sql.param(deliveryIds)}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`);
  return rows.map(({ id, status, attempts, lease_token: leaseToken }) => ({
    id: Number(id),
    status,
    attempts,
    leaseToken,
    nextAttemptAt: null,
  }));
}

/** A row of the delivery log still to be written. */
export type NewDeliveryAttempt = typeof deliveryAttempts.$inferInsert;

export interface OutcomeChanges {
  readonly attempts: readonly NewDeliveryAttempt[];
  readonly deliveries: readonly DeliveryProgress[];
  readonly webhooks: readonly WebhookHealth[];
  /** Webhooks that answer again: all that waits for them is due at once. */
  readonly resumedWebhookIds: readonly number[];
  readonly now: Date;
}

/** Writes what became of attempts. All of it belongs into the transaction that locked for it. */
export async function writeOutcomes(tx: Executor, changes: OutcomeChanges): Promise<void> {
  await Promise.all([insertAttempts(tx, changes.attempts), updateDeliveries(tx, changes.deliveries)]);
  for (const health of changes.webhooks) await updateHealth(tx, health);
  if (changes.resumedWebhookIds.length > 0) {
    await resumeDeliveries(tx, { webhookIds: changes.resumedWebhookIds, now: changes.now });
  }
}

async function updateHealth(tx: Executor, health: WebhookHealth): Promise<void> {
  const { id, status, failureCount, generation, probeStep, nextProbeAt, disabledAt, disabledReason } = health;
  await tx
    .update(webhooks)
    .set({ status, failureCount, generation, probeStep, nextProbeAt, disabledAt, disabledReason })
    .where(eq(webhooks.id, id));
}

/** By columns: a parameter for each value of some hundred rows would take longer than Postgres does. */
async function insertAttempts(tx: Executor, attempts: readonly NewDeliveryAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const column = <V>(value: (attempt: NewDeliveryAttempt) => V) => sql.param(attempts.map(value));
  await tx.execute(sql`
    INSERT INTO ${deliveryAttempts}
      (delivery_id, webhook_id, event_id, event_type, attempt, status, response_status, duration_ms, error,
        response_excerpt, attempted_at, next_attempt_at)
    SELECT * FROM unnest(
      ${column(({ deliveryId }) => deliveryId)}::bigint[],
      ${column(({ webhookId }) => webhookId)}::int[],
      ${column(({ eventId }) => eventId)}::text[],
      ${column(({ eventType }) => eventType)}::text[],
      ${column(({ attempt }) => attempt)}::int[],
      ${column(({ status }) => status)}::text[],
      ${column(({ responseStatus }) => responseStatus)}::int[],
      ${column(({ durationMs }) => durationMs)}::int[],
      ${column(({ error }) => error)}::text[],
      ${column(({ responseExcerpt }) => responseExcerpt)}::text[],
      ${column(({ attemptedAt }) => attemptedAt.toISOString())}::timestamptz[],
      ${column(({ nextAttemptAt }) => nextAttemptAt?.toISOString())}::timestamptz[])`);
}

async function updateDeliveries(tx: Executor, changed: readonly DeliveryProgress[]): Promise<void> {
  if (changed.length === 0) return;
  const column = <V>(value: (delivery: DeliveryProgress) => V) => sql.param(changed.map(value));
  await tx.execute(sql`
    UPDATE ${deliveries} d
    SET status = changed.status, attempts = changed.attempts, lease_token = changed.lease_token,
      next_attempt_at = coalesce(changed.next_attempt_at, d.next_attempt_at)
    FROM unnest(
      ${column(({ id }) => id)}::bigint[],
      ${column(({ status }) => status)}::text[],
      ${column(({ attempts }) => attempts)}::int[],
      ${column(({ nextAttemptAt }) => nextAttemptAt?.toISOString())}::timestamptz[],
      ${column(({ leaseToken }) => leaseToken)}::uuid[]
    ) AS changed (id, status, attempts, next_attempt_at, lease_token)
    WHERE d.id = changed.id`);
}

/** Makes all that waits for webhooks due at once, for they answer again. */
export async function resumeDeliveries(
  tx: Executor,
  { webhookIds, now }: { webhookIds: readonly number[]; now: Date },
): Promise<void> {
  const due = at(now);
  await tx.execute(sql`
    UPDATE ${deliveries} SET next_attempt_at = ${due}
    WHERE webhook_id = ANY (${sql.param(webhookIds)}::int[]) AND status = 'pending'
      AND next_attempt_at > ${due} AND lease_token IS NULL`);
}
