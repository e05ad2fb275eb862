import { cutPage, isBackward, type PageRequest, type PageRows, type Principal } from "@fleet/domain";
import { and, asc, desc, eq, sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { beyondEdge } from "./page-order.ts";
import { events } from "./schema/index.ts";

/** Where an event stands in the log. */
export interface EventKey {
  /** A transaction's 64-bit number in decimal. */
  readonly transaction: string;
  readonly sequence: number;
}

export interface EventRow extends EventKey {
  /** The event's whole text, as it is sent. */
  readonly body: string;
}

/** Undefined lets all pass. */
export interface EventFilters {
  readonly type?: string | undefined;
  readonly vehicleId?: number | undefined;
  /** Only events raised at or after it, Unix milliseconds. */
  readonly createdSinceMs?: number | undefined;
}

/**
 * One page of the organisation's events in the order of the transactions that brought them, oldest first. Those of a
 * transaction show once all before it have ended: what commits late never appears before where a reader has come to.
 */
export async function listEvents(
  db: Executor,
  principal: Principal,
  { filters, page }: { filters: EventFilters; page: PageRequest<EventKey> },
): Promise<PageRows<EventRow>> {
  const { type, vehicleId, createdSinceMs } = filters;
  const edge = page.edge && {
    op: page.edge.op,
    key: sql`(${page.edge.key.transaction}::xid8, ${page.edge.key.sequence}::bigint)`,
  };
  const order = isBackward(page) ? desc : asc;
  const rows = await db
    .select({ transaction: events.transaction, sequence: events.sequence, body: events.body })
    .from(events)
    .where(
      and(
        eq(events.organisationId, principal.organisationId),
        sql`${events.transaction} < pg_snapshot_xmin(pg_current_snapshot())`,
        beyondEdge(sql`(${events.transaction}, ${events.sequence})`, { edge }),
        type === undefined ? undefined : eq(events.type, type),
        vehicleId === undefined ? undefined : eq(events.vehicleId, vehicleId),
        // By its number: as text, Postgres refuses years that callers may well ask for.
        createdSinceMs === undefined
          ? undefined
          : sql`${events.createdAt} >= to_timestamp(${createdSinceMs}::float8 / 1000)`,
      ),
    )
    .orderBy(order(events.transaction), order(events.sequence))
    .limit(page.limit + 1);
  return cutPage(page, rows);
}
