import { and, asc, eq, sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { webhooks } from "./schema/index.ts";

const columns = {
  id: webhooks.id,
  organisationId: webhooks.organisationId,
  url: webhooks.url,
  events: webhooks.events,
  secret: webhooks.secret,
  /** The one that signs from `nextSecretFrom` on, beside the present one until then; null where none is on its way. */
  nextSecret: webhooks.nextSecret,
  nextSecretFrom: webhooks.nextSecretFrom,
  status: webhooks.status,
  failureCount: webhooks.failureCount,
  generation: webhooks.generation,
  probeStep: webhooks.probeStep,
  nextProbeAt: webhooks.nextProbeAt,
  disabledAt: webhooks.disabledAt,
  disabledReason: webhooks.disabledReason,
};

/** A webhook locked until the transaction ends, with all that sending to it and judging it takes. */
export type LockedWebhook = Awaited<ReturnType<typeof lockWebhooks>>[number];

/** Locks these webhooks, whatever their status, and waits for those that another transaction holds. */
export async function lockWebhooks(tx: Executor, webhookIds: readonly number[]) {
  return await tx
    .select(columns)
    .from(webhooks)
    .where(sql`${webhooks.id} = ANY (${sql.param(webhookIds)}::int[])`)
    .orderBy(asc(webhooks.id))
    .for("no key update");
}

/** Locks the enabled webhooks of these organisations, those left out that another transaction holds at this moment. */
export async function lockFreeWebhooks(
  tx: Executor,
  organisationIds: readonly number[],
): Promise<LockedWebhook[]> {
  return await tx
    .select(columns)
    .from(webhooks)
    .where(
      and(
        sql`${webhooks.organisationId} = ANY (${sql.param(organisationIds)}::int[])`,
        eq(webhooks.status, "enabled"),
      ),
    )
    .orderBy(asc(webhooks.id))
    .for("no key update", { skipLocked: true });
}
