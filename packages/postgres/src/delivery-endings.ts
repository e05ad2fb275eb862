import type { Executor } from "./database.ts";
import type { DeliveryWindow } from "./delivery-claims.ts";
import { sql } from "./drizzle.ts";
import { at } from "./instant.ts";
import { deliveries, deliveryAttempts, events, webhooks } from "./schema/index.ts";

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

/**
 * Ends what still waits for deleted webhooks, at most `rowsMax`, looked for by webhook: others' may be far more. Returns
 * how many ended.
 */
export async function cancelDeliveriesOfDeleted(tx: Executor, rowsMax: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    UPDATE ${deliveries} SET status = 'cancelled', lease_token = NULL
    WHERE id IN (
      SELECT waiting.id FROM ${webhooks} w CROSS JOIN LATERAL (
        SELECT d.id FROM ${deliveries} d WHERE d.webhook_id = w.id AND d.status = 'pending'
        LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED) waiting
      WHERE w.deleted_at IS NOT NULL
      LIMIT ${rowsMax}
    )`);
  return rowCount ?? 0;
}
