import { sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { roomOf, wantedRows, type ClaimOrder, type DeliveryWindow, type Lease } from "./delivery-claims.ts";
import { at } from "./instant.ts";
import { deliveries, events, webhooks } from "./schema/index.ts";

export interface LoggedEvent {
  readonly id: string;
  readonly organisationId: number;
  readonly type: string;
  readonly vehicleId: number;
  readonly createdAt: Date;
  /** The exact text that is signed and sent. */
  readonly body: string;
  /** The trace that raised it, where one is recorded. */
  readonly traceContext: string | undefined;
}

/** A delivery just made: leased to its maker, or due. */
export interface MadeDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly eventId: string;
  readonly leased: boolean;
}

/**
 * Adds events to the log, and a delivery for each enabled webhook of the event's organisation that lists its type.
 * An event that is in the log already changes nothing: its deliveries were made in the transaction that brought it.
 * Of the webhooks in `orders`, which are locked, the first deliveries are leased at once, unless others wait that are
 * older; all the rest is due.
 */
export async function storeEvents(
  tx: Executor,
  arrived: readonly LoggedEvent[],
  wanted: DeliveryWindow & Lease & { orders: readonly ClaimOrder[] },
): Promise<MadeDelivery[]> {
  const { orders, now, lapsedBefore, leaseToken, leasedUntil } = wanted;
  const column = <V>(value: (event: LoggedEvent) => V) => sql.param(arrived.map(value));
  const { rows } = await tx.execute<{
    id: string;
    webhook_id: number;
    event_id: string;
    leased: boolean;
  }>(sql`
    WITH arrived AS (
      INSERT INTO ${events} (id, organisation_id, type, vehicle_id, created_at, body, trace_context)
      SELECT * FROM unnest(
        ${column((event) => event.id)}::text[],
        ${column((event) => event.organisationId)}::int[],
        ${column((event) => event.type)}::text[],
        ${column((event) => event.vehicleId)}::int[],
        ${column((event) => event.createdAt.toISOString())}::timestamptz[],
        ${column((event) => event.body)}::text[],
        ${column((event) => event.traceContext ?? null)}::text[]
      )
      ON CONFLICT (id) DO NOTHING
      RETURNING sequence, id, organisation_id, type, created_at
    ), room AS (
      SELECT wanted.webhook_id, 
        CASE WHEN (
          SELECT older.id FROM ${deliveries} older
          WHERE older.webhook_id = wanted.webhook_id AND older.status = 'pending'
            AND older.next_attempt_at <= ${at(now)}
          ORDER BY older.next_attempt_at LIMIT 1) IS NULL
        THEN ${roomOf(sql`wanted`, now)} END AS places
      FROM (${wantedRows(orders)}) wanted
    ), matched AS (
      SELECT arrived.id, webhook.id AS webhook_id, arrived.created_at,
        arrived.created_at > ${at(lapsedBefore)}
          AND row_number() OVER (PARTITION BY webhook.id ORDER BY arrived.sequence) <= room.places AS leased
      FROM arrived
      JOIN ${webhooks} webhook
        ON webhook.organisation_id = arrived.organisation_id
        AND webhook.status = 'enabled'
        AND arrived.type = ANY (webhook.events)
      LEFT JOIN room ON room.webhook_id = webhook.id
      ORDER BY arrived.sequence
    )
    INSERT INTO ${deliveries} (event_id, webhook_id, event_created_at, next_attempt_at, lease_token)
    SELECT id, webhook_id, created_at,
      CASE WHEN leased THEN ${at(leasedUntil)} ELSE ${at(now)} END,
      CASE WHEN leased THEN ${leaseToken}::uuid END
    FROM matched
    ON CONFLICT (event_id, webhook_id) DO NOTHING
    RETURNING id, webhook_id, event_id, lease_token IS NOT NULL AS leased`);
  return rows.map((row) => ({
    id: Number(row.id),
    webhookId: row.webhook_id,
    eventId: row.event_id,
    leased: row.leased,
  }));
}
