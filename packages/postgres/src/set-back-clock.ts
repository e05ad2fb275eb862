import { sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { at } from "./instant.ts";
import { deliveries, requestedAttempts, webhooks } from "./schema/index.ts";

/** No plan reaches beyond these; a lease or a probe that does was made by a clock that has been set back since. */
export interface LatestPlans {
  readonly now: Date;
  readonly lease: Date;
  readonly probe: Date;
  /** Of a delivery that nobody has leased. */
  readonly attempt: Date;
  readonly rowsMax: number;
}

/** Makes due what would else wait until the clock shows again what it did, at most `rowsMax` of each. */
export async function bringForwardPlans(db: Executor, latest: LatestPlans): Promise<void> {
  const { now, lease, probe, attempt, rowsMax } = latest;
  await db.execute(sql`
    UPDATE ${webhooks} SET next_probe_at = ${at(now)} WHERE id IN (
      SELECT id FROM ${webhooks} WHERE next_probe_at > ${at(probe)}
      ORDER BY id LIMIT ${rowsMax} FOR NO KEY UPDATE SKIP LOCKED)`);
  await db.execute(sql`
    UPDATE ${deliveries} SET next_attempt_at = ${at(now)} WHERE id IN (
      SELECT d.id FROM ${webhooks} w JOIN ${deliveries} d ON d.webhook_id = w.id AND d.status = 'pending'
      WHERE d.next_attempt_at > ${at(lease)} AND (d.lease_token IS NOT NULL OR d.next_attempt_at > ${at(attempt)})
      LIMIT ${rowsMax} FOR UPDATE OF d SKIP LOCKED)`);
  await db.execute(sql`
    UPDATE ${requestedAttempts} SET next_attempt_at = ${at(now)} WHERE id IN (
      SELECT id FROM ${requestedAttempts} WHERE next_attempt_at > ${at(lease)}
      LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED)`);
}
