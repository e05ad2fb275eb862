import { sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
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

export interface StoredEvents {
  /** One id for each delivery made, so a webhook may stand here often. */
  readonly webhookIds: readonly number[];
}

/**
 * Adds events to the log, and a delivery for each enabled webhook of the event's organisation that lists its type.
 * An event that is in the log already changes nothing: its deliveries were made in the transaction that brought it.
 */
export async function storeEvents(
  tx: Executor,
  { arrived, now }: { arrived: readonly LoggedEvent[]; now: Date },
): Promise<StoredEvents> {
  const column = <V>(value: (event: LoggedEvent) => V) => sql.param(arrived.map(value));
  const { rows } = await tx.execute<{ webhook_id: number }>(sql`
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
      RETURNING id, organisation_id, type, created_at
    )
    INSERT INTO ${deliveries} (event_id, webhook_id, event_created_at, next_attempt_at)
    SELECT arrived.id, webhook.id, arrived.created_at, ${now.toISOString()}::timestamptz
    FROM arrived
    JOIN ${webhooks} webhook
      ON webhook.organisation_id = arrived.organisation_id
      AND webhook.status = 'enabled'
      AND arrived.type = ANY (webhook.events)
    ON CONFLICT (event_id, webhook_id) DO NOTHING
    RETURNING webhook_id`);
  return { webhookIds: rows.map((row) => row.webhook_id) };
}
