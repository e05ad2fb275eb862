import { randomBytes } from "node:crypto";

import { cutPage, isBackward, type PageRequest, type PageRows, type Principal } from "@fleet/domain";
import { and, asc, count, desc, eq, isNull, sql, type SQL } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { deliveryAttempts, organisations, webhooks } from "./schema/index.ts";
import { seal, unseal } from "./secret-box.ts";

export const webhooksPerOrganisationMax = 20;

/** A webhook as its organisation sees it. The secret is not part of it: it is shown once, on creation. */
export type WebhookRow = Awaited<ReturnType<typeof selectWebhooks>>[number];

/** One attempt as the delivery log shows it. */
export type DeliveryAttemptRow = Awaited<ReturnType<typeof selectAttempts>>[number];

/** Where an attempt stands in the delivery log. */
export interface DeliveryAttemptKey {
  readonly attemptedAtMs: number;
  readonly id: number;
}

export type WebhookCreated =
  | { readonly kind: "created"; readonly webhook: WebhookRow; readonly secret: string }
  | { readonly kind: "too-many"; readonly webhooksMax: number };

const shown = {
  id: webhooks.id,
  url: webhooks.url,
  events: webhooks.events,
  status: webhooks.status,
  failureCount: webhooks.failureCount,
  disabledAt: webhooks.disabledAt,
  disabledReason: webhooks.disabledReason,
  createdAt: webhooks.createdAt,
};

function own(principal: Principal): SQL | undefined {
  return and(eq(webhooks.organisationId, principal.organisationId), isNull(webhooks.deletedAt));
}

function selectWebhooks(db: Executor, where: SQL | undefined) {
  return db.select(shown).from(webhooks).where(where).$dynamic();
}

/**
 * Registers a URL that has passed `checkWebhookUrl` and its name's resolution, with a new secret. `secretsKey` is the
 * key derived for "webhook-secrets". Runs inside the caller's transaction, which holds the organisation's row from
 * here on, so that two at once cannot pass the limit together.
 */
export async function createWebhook(
  tx: Executor,
  principal: Principal,
  wanted: { url: string; events: readonly string[]; createdAt: Date; secretsKey: Buffer },
): Promise<WebhookCreated> {
  const { organisationId, tokenId } = principal;
  await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
    .for("no key update");
  const [present] = await tx.select({ webhooks: count() }).from(webhooks).where(own(principal));
  if (present !== undefined && present.webhooks >= webhooksPerOrganisationMax) {
    return { kind: "too-many", webhooksMax: webhooksPerOrganisationMax };
  }
  const secret = `whsec_${randomBytes(32).toString("base64url")}`;
  const [webhook] = await tx
    .insert(webhooks)
    .values({
      organisationId,
      url: wanted.url,
      events: [...wanted.events],
      secret: sealWebhookSecret(wanted.secretsKey, secret, organisationId),
      createdByTokenId: tokenId,
      createdAt: wanted.createdAt,
    })
    .returning(shown);
  if (webhook === undefined) throw new Error("creating a webhook returned no row");
  return { kind: "created", webhook, secret };
}

/** One page of the organisation's webhooks by id. */
export async function listWebhooks(
  db: Executor,
  principal: Principal,
  page: PageRequest<number>,
): Promise<PageRows<WebhookRow>> {
  const rows = await selectWebhooks(db, and(own(principal), beyondEdge(sql`${webhooks.id}`, page)))
    .orderBy((isBackward(page) ? desc : asc)(webhooks.id))
    .limit(page.limit + 1);
  return cutPage(page, rows);
}

export async function findWebhook(
  db: Executor,
  principal: Principal,
  webhookId: number,
): Promise<WebhookRow | null> {
  const [row] = await selectWebhooks(db, and(own(principal), eq(webhooks.id, webhookId)));
  return row ?? null;
}

/**
 * Deletes a webhook, whereby nothing of it is sent any more; false where the organisation has none of that id. The row
 * stays, without its secret, until the dispatcher has swept its deliveries: they may be too many for one request.
 */
export async function deleteWebhook(
  db: Executor,
  principal: Principal,
  wanted: { webhookId: number; deletedAt: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(webhooks)
    .set({
      status: "disabled",
      disabledReason: "deleted",
      secret: Buffer.alloc(0),
      generation: sql`${webhooks.generation} + 1`,
      deletedAt: wanted.deletedAt,
    })
    .where(and(own(principal), eq(webhooks.id, wanted.webhookId)));
  return rowCount === 1;
}

/** How many webhooks the organisation has, for GET /usage. */
export async function countWebhooks(
  db: Executor,
  principal: Principal,
): Promise<{ total: number; enabled: number; disabled: number; limit: number }> {
  const rows = await db
    .select({ status: webhooks.status, webhooks: count() })
    .from(webhooks)
    .where(own(principal))
    .groupBy(webhooks.status);
  const of = (status: WebhookRow["status"]) => rows.find((row) => row.status === status)?.webhooks ?? 0;
  const [enabled, disabled] = [of("enabled"), of("disabled")];
  return { total: enabled + disabled, enabled, disabled, limit: webhooksPerOrganisationMax };
}

function selectAttempts(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: deliveryAttempts.id,
      eventId: deliveryAttempts.eventId,
      eventType: deliveryAttempts.eventType,
      attempt: deliveryAttempts.attempt,
      status: deliveryAttempts.status,
      responseStatus: deliveryAttempts.responseStatus,
      durationMs: deliveryAttempts.durationMs,
      error: deliveryAttempts.error,
      responseExcerpt: deliveryAttempts.responseExcerpt,
      attemptedAt: deliveryAttempts.attemptedAt,
      nextAttemptAt: deliveryAttempts.nextAttemptAt,
    })
    .from(deliveryAttempts)
    .innerJoin(webhooks, eq(webhooks.id, deliveryAttempts.webhookId))
    .where(where)
    .$dynamic();
}

/** One page of a webhook's delivery log, newest attempt first; empty where the organisation has no such webhook. */
export async function listDeliveryAttempts(
  db: Executor,
  principal: Principal,
  wanted: { webhookId: number; page: PageRequest<DeliveryAttemptKey> },
): Promise<PageRows<DeliveryAttemptRow>> {
  const { webhookId, page } = wanted;
  const key = sql`(${deliveryAttempts.attemptedAt}, ${deliveryAttempts.id})`;
  const edge = page.edge && {
    op: newestFirst[page.edge.op],
    key: sql`(${new Date(page.edge.key.attemptedAtMs).toISOString()}::timestamptz, ${page.edge.key.id}::bigint)`,
  };
  const where = and(own(principal), eq(deliveryAttempts.webhookId, webhookId), beyondEdge(key, { edge }));
  const order = isBackward(page) ? asc : desc;
  const rows = await selectAttempts(db, where)
    .orderBy(order(deliveryAttempts.attemptedAt), order(deliveryAttempts.id))
    .limit(page.limit + 1);
  return cutPage(page, rows);
}

/** In a list that descends, what comes after an edge is smaller. */
const newestFirst = { after: "before", from: "upTo", before: "after", upTo: "from" } as const;

const comparisons = { after: sql`>`, from: sql`>=`, before: sql`<`, upTo: sql`<=` };

function beyondEdge(column: SQL, { edge }: Pick<PageRequest<unknown>, "edge">): SQL | undefined {
  return edge === null ? undefined : sql`${column} ${comparisons[edge.op]} ${edge.key}`;
}

function sealWebhookSecret(secretsKey: Buffer, secret: string, organisationId: number): Buffer {
  return seal(secretsKey, secret, `organisation ${organisationId}`);
}

/** A webhook's secret as its owner knows it; null where it was sealed with another key. */
export function openWebhookSecret(
  secretsKey: Buffer,
  webhook: { secret: Buffer; organisationId: number },
): string | null {
  return unseal(secretsKey, webhook.secret, `organisation ${webhook.organisationId}`);
}
