import { randomBytes } from "node:crypto";

import type { Principal } from "@fleet/domain";

import type { Executor } from "./database.ts";
import { and, eq, isNull, type SQL } from "./drizzle.ts";
import { webhooks } from "./schema/index.ts";
import { seal, unseal } from "./secret-box.ts";

/** A webhook as its organisation sees it. Secrets are no part of it: each is shown once, by what made it. */
export type WebhookRow = Awaited<ReturnType<typeof selectWebhooks>>[number];

export const shownColumns = {
  id: webhooks.id,
  url: webhooks.url,
  events: webhooks.events,
  status: webhooks.status,
  failureCount: webhooks.failureCount,
  disabledAt: webhooks.disabledAt,
  disabledReason: webhooks.disabledReason,
  /** Stays for a moment after the next secret has taken over. */
  nextSecretFrom: webhooks.nextSecretFrom,
  createdAt: webhooks.createdAt,
};

/** The organisation's webhooks. */
export function ownWebhooks(principal: Principal): SQL | undefined {
  return and(eq(webhooks.organisationId, principal.organisationId), isNull(webhooks.deletedAt));
}

/** One of the organisation's webhooks. */
export function ownWebhook(principal: Principal, webhookId: number): SQL | undefined {
  return and(ownWebhooks(principal), eq(webhooks.id, webhookId));
}

/** The webhooks that fulfil a condition, as their organisation sees them; takes further clauses. */
export function selectWebhooks(db: Executor, where: SQL | undefined) {
  return db.select(shownColumns).from(webhooks).where(where).$dynamic();
}

/** Reads a webhook and keeps others from changing it, and from sending to it anew, until the transaction ends. */
export async function lockWebhook(
  tx: Executor,
  principal: Principal,
  webhookId: number,
): Promise<WebhookRow | null> {
  const [row] = await selectWebhooks(tx, ownWebhook(principal, webhookId)).for("no key update");
  return row ?? null;
}

/** A secret as its owner gets it, and as it is stored. `secretsKey` is the key derived for "webhook-secrets". */
export function newWebhookSecret(
  secretsKey: Buffer,
  { organisationId }: Principal,
): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString("base64url")}`;
  return { secret, sealed: seal(secretsKey, secret, sealedFor(organisationId)) };
}

/** A webhook's secret as its owner knows it; null where it was sealed with another key, or for another organisation. */
export function openWebhookSecret(
  secretsKey: Buffer,
  webhook: { secret: Buffer; organisationId: number },
): string | null {
  return unseal(secretsKey, webhook.secret, sealedFor(webhook.organisationId));
}

const sealedFor = (organisationId: number) => `organisation ${organisationId}`;
