import { and, asc, eq, inArray, sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { resumeDeliveries } from "./requested-attempts.ts";
import { deliveries, deliveryAttempts, events, webhooks } from "./schema/index.ts";

/**
 * All statements take their locks in one order, webhooks by id and then deliveries, so that claims and outcomes of
 * several dispatchers never wait for each other in a circle. Events younger than this instant may still be sent.
 */
export interface DeliveryWindow {
  readonly now: Date;
  /** Deliveries of events created at or before it have lapsed. */
  readonly lapsedBefore: Date;
}

/** Enabled webhooks that something could be sent to now. */
export async function findDueWebhooks(db: Executor, window: DeliveryWindow): Promise<number[]> {
  const pending = sql`SELECT FROM ${deliveries} d WHERE d.webhook_id = w.id AND d.status = 'pending'
    AND d.event_created_at > ${at(window.lapsedBefore)}`;
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT w.id FROM ${webhooks} w
    WHERE w.status = 'enabled' AND CASE
      WHEN w.next_probe_at IS NULL THEN EXISTS (${pending} AND d.next_attempt_at <= ${at(window.now)})
      ELSE w.next_probe_at <= ${at(window.now)} AND EXISTS (${pending})
    END`);
  return rows.map(({ id }) => id);
}

/** A webhook as the claim finds it, locked until the transaction ends. */
export interface ClaimableWebhook {
  readonly id: number;
  readonly organisationId: number;
  readonly url: string;
  readonly secret: Buffer;
  /** The one that signs from `nextSecretFrom` on, beside the present one until then; null where none is on its way. */
  readonly nextSecret: Buffer | null;
  readonly nextSecretFrom: Date | null;
  readonly generation: number;
  readonly nextProbeAt: Date | null;
  /** Deliveries leased by any dispatcher. */
  readonly inFlight: number;
}

export interface LockedWebhooks {
  readonly locked: readonly ClaimableWebhook[];
  /** Enabled ones that another transaction holds at this moment. */
  readonly busy: readonly number[];
}

/** Locks those of the webhooks that are enabled and free; waits for none, since one claim serves many. */
export async function lockClaimableWebhooks(
  tx: Executor,
  { webhookIds, now }: { webhookIds: readonly number[]; now: Date },
): Promise<LockedWebhooks> {
  const wanted = and(inArray(webhooks.id, [...webhookIds]), eq(webhooks.status, "enabled"));
  const rows = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(wanted)
    .orderBy(asc(webhooks.id))
    .for("no key update", { skipLocked: true });
  const lockedIds = new Set(rows.map(({ id }) => id));
  // A statement of its own: the one that locks sees the leases as they were before it got the lock.
  const found = await tx
    .select({
      id: webhooks.id,
      organisationId: webhooks.organisationId,
      url: webhooks.url,
      secret: webhooks.secret,
      nextSecret: webhooks.nextSecret,
      nextSecretFrom: webhooks.nextSecretFrom,
      generation: webhooks.generation,
      nextProbeAt: webhooks.nextProbeAt,
      // The table is named: a bare column would be the inner table's.
      inFlight: sql<number>`(
        SELECT count(*)::int FROM ${deliveries} d
        WHERE d.webhook_id = ${webhooks}.id AND d.lease_token IS NOT NULL AND d.next_attempt_at > ${at(now)})`,
    })
    .from(webhooks)
    .where(wanted);
  return {
    locked: found.filter(({ id }) => lockedIds.has(id)),
    busy: found.flatMap(({ id }) => (lockedIds.has(id) ? [] : [id])),
  };
}

/** How much of a webhook's queue to lease. A probe takes the next delivery whether it is due or not. */
export interface ClaimOrder {
  readonly webhookId: number;
  readonly slots: number;
  readonly probe: boolean;
}

export interface LeasedDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly eventCreatedAt: Date;
  readonly body: string;
  /** The trace that raised the event, where one is recorded. */
  readonly traceContext: string | undefined;
}

/** Leases deliveries of locked webhooks, those waiting longest first. An expired lease is one more due delivery. */
export async function leaseDeliveries(
  tx: Executor,
  wanted: DeliveryWindow & { orders: readonly ClaimOrder[]; leaseToken: string; leasedUntil: Date },
): Promise<LeasedDelivery[]> {
  const { orders, now, lapsedBefore, leaseToken, leasedUntil } = wanted;
  const dueBy = orders.map(({ probe }) => (probe ? "infinity" : now.toISOString()));
  const { rows } = await tx.execute<{
    id: string;
    webhook_id: number;
    event_id: string;
    type: string;
    created_at_ms: string;
    body: string;
    trace_context: string | null;
  }>(sql`
    UPDATE ${deliveries} d SET lease_token = ${leaseToken}, next_attempt_at = ${at(leasedUntil)}
    FROM unnest(
        ${sql.param(orders.map(({ webhookId }) => webhookId))}::int[],
        ${sql.param(orders.map(({ slots }) => slots))}::int[],
        ${sql.param(dueBy)}::timestamptz[]
      ) AS wanted (webhook_id, slots, due_by)
    CROSS JOIN LATERAL (
      SELECT waiting.id, waiting.event_id FROM ${deliveries} waiting
      WHERE waiting.webhook_id = wanted.webhook_id AND waiting.status = 'pending'
        AND waiting.next_attempt_at <= wanted.due_by AND waiting.event_created_at > ${at(lapsedBefore)}
      ORDER BY waiting.next_attempt_at, waiting.id
      LIMIT wanted.slots
      FOR UPDATE SKIP LOCKED
    ) next
    JOIN ${events} e ON e.id = next.event_id
    WHERE d.id = next.id
    RETURNING d.id, d.webhook_id, d.event_id, e.type, extract(epoch FROM e.created_at) * 1000 AS created_at_ms, e.body,
      e.trace_context`);
  return rows.map((row) => ({
    id: Number(row.id),
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.type,
    eventCreatedAt: new Date(Number(row.created_at_ms)),
    body: row.body,
    traceContext: row.trace_context ?? undefined,
  }));
}

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
export type DeliveryProgress = Pick<
  typeof deliveries.$inferSelect,
  "id" | "status" | "attempts" | "nextAttemptAt" | "leaseToken"
>;

/** Reads and locks what outcomes are about to change. */
export async function lockForOutcomes(
  tx: Executor,
  wanted: { webhookIds: readonly number[]; deliveryIds: readonly number[] },
): Promise<{ webhooks: WebhookHealth[]; deliveries: DeliveryProgress[] }> {
  const lockedWebhooks = await tx
    .select({
      id: webhooks.id,
      status: webhooks.status,
      failureCount: webhooks.failureCount,
      generation: webhooks.generation,
      probeStep: webhooks.probeStep,
      nextProbeAt: webhooks.nextProbeAt,
      disabledAt: webhooks.disabledAt,
      disabledReason: webhooks.disabledReason,
    })
    .from(webhooks)
    .where(inArray(webhooks.id, [...wanted.webhookIds]))
    .orderBy(asc(webhooks.id))
    .for("no key update");
  const lockedDeliveries = await tx
    .select({
      id: deliveries.id,
      status: deliveries.status,
      attempts: deliveries.attempts,
      nextAttemptAt: deliveries.nextAttemptAt,
      leaseToken: deliveries.leaseToken,
    })
    .from(deliveries)
    .where(inArray(deliveries.id, [...wanted.deliveryIds]))
    .orderBy(asc(deliveries.id))
    .for("no key update");
  return { webhooks: lockedWebhooks, deliveries: lockedDeliveries };
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
  await insertAttempts(tx, changes.attempts);
  await updateDeliveries(tx, changes.deliveries);
  for (const { id, ...health } of changes.webhooks) {
    await tx.update(webhooks).set(health).where(eq(webhooks.id, id));
  }
  if (changes.resumedWebhookIds.length > 0) {
    await resumeDeliveries(tx, { webhookIds: changes.resumedWebhookIds, now: changes.now });
  }
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
    SET status = changed.status, attempts = changed.attempts, next_attempt_at = changed.next_attempt_at,
      lease_token = changed.lease_token
    FROM unnest(
      ${column(({ id }) => id)}::bigint[],
      ${column(({ status }) => status)}::text[],
      ${column(({ attempts }) => attempts)}::int[],
      ${column(({ nextAttemptAt }) => nextAttemptAt.toISOString())}::timestamptz[],
      ${column(({ leaseToken }) => leaseToken)}::uuid[]
    ) AS changed (id, status, attempts, next_attempt_at, lease_token)
    WHERE d.id = changed.id`);
}

/**
 * Ends deliveries whose 24 hours are over and that nobody is sending, at most `rowsMax`; what was never attempted
 * enters the delivery log as attempt 0. Returns how many ended.
 */
export async function expireDeliveries(
  tx: Executor,
  { now, lapsedBefore, rowsMax }: DeliveryWindow & { rowsMax: number },
): Promise<number> {
  const { rows } = await tx.execute<{ ended: number }>(sql`
    WITH lapsed AS (
      SELECT id FROM ${deliveries}
      WHERE status = 'pending' AND event_created_at <= ${at(lapsedBefore)}
        AND (lease_token IS NULL OR next_attempt_at <= ${at(now)})
      ORDER BY event_created_at LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED
    ), ended AS (
      UPDATE ${deliveries} d
      SET status = CASE WHEN d.attempts = 0 THEN 'expired' ELSE 'failed' END, lease_token = NULL
      FROM lapsed WHERE d.id = lapsed.id
      RETURNING d.id, d.webhook_id, d.event_id, d.attempts
    ), logged AS (
      INSERT INTO ${deliveryAttempts}
        (delivery_id, webhook_id, event_id, event_type, attempt, status, error, attempted_at)
      SELECT ended.id, ended.webhook_id, ended.event_id, e.type, 0, 'failed', 'expired', ${at(now)}
      FROM ended JOIN ${events} e ON e.id = ended.event_id
      WHERE ended.attempts = 0
    )
    SELECT count(*)::int AS ended FROM ended`);
  return rows[0]?.ended ?? 0;
}

/** Ends what still waits for deleted webhooks, at most `rowsMax`. Returns how many ended. */
export async function cancelDeliveriesOfDeleted(tx: Executor, rowsMax: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    UPDATE ${deliveries} SET status = 'cancelled', lease_token = NULL
    WHERE id IN (
      SELECT d.id FROM ${webhooks} w JOIN ${deliveries} d ON d.webhook_id = w.id AND d.status = 'pending'
      WHERE w.deleted_at IS NOT NULL
      LIMIT ${rowsMax} FOR UPDATE OF d SKIP LOCKED
    )`);
  return rowCount ?? 0;
}

/** Parameters of raw statements carry no type, and a Date would be written in the machine's own zone. */
function at(instant: Date) {
  return sql`${instant.toISOString()}::timestamptz`;
}
