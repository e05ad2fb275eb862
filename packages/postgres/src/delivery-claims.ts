import { and, asc, eq, inArray, sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { at } from "./instant.ts";
import { deliveries, events, webhooks } from "./schema/index.ts";

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
    RETURNING d.id, d.webhook_id, d.event_id, e.type, extract(epoch FROM e.created_at) * 1000 AS created_at_ms, e.body`);
  return rows.map((row) => ({
    id: Number(row.id),
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.type,
    eventCreatedAt: new Date(Number(row.created_at_ms)),
    body: row.body,
  }));
}
