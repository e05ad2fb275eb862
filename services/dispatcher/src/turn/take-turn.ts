import {
  leaseDeliveries,
  lockDeliveries,
  lockWebhooks,
  queueDisabledMails,
  writeOutcomes,
  type ClaimOrder,
  type Database,
  type Executor,
  type LockedWebhook,
  type WebhookHealth,
} from "@fleet/postgres";
import type { Clock } from "@fleet/runtime";

import { openBooking } from "../claim/booking.ts";
import { newLease, windowAt, type ClaimedDelivery } from "../claim/claimed-delivery.ts";
import type { Places } from "../claim/places.ts";
import type { ClaimPlan } from "../claim/plan-claims.ts";
import { foldOutcomes, type FoldedOutcomes, type Outcome } from "../outcome/fold-outcomes.ts";

export interface TurnOptions {
  readonly database: Database;
  readonly places: Places;
  readonly clock: Clock;
  readonly random: () => number;
  readonly inFlightPerWebhookMax: number;
  readonly leaseMs: number;
}

export interface Turn {
  readonly outcomes: readonly Outcome[];
  /** Webhooks to lease for, in this order; those of the outcomes come after them. */
  readonly webhookIds: readonly number[];
  /** Whether anything is to be leased at all. */
  readonly leasing: boolean;
}

/** What a turn brought: the places of its outcomes are free, those of its deliveries taken. */
export interface TurnTaken extends Pick<ClaimPlan, "crowded" | "unplaced"> {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Webhooks that were disabled by these outcomes. */
  readonly disabled: readonly WebhookHealth[];
}

/**
 * Stores what has come back and leases what goes out next, in one transaction: it holds the webhooks' locks for both,
 * and a place that came free is taken again at once. Where it fails nothing has changed.
 */
export async function takeTurn(options: TurnOptions, turn: Turn): Promise<TurnTaken> {
  const { database, places, clock, inFlightPerWebhookMax } = options;
  const { outcomes, webhookIds, leasing } = turn;
  const booking = openBooking(places);
  try {
    const taken = await database.transaction(async (tx) => {
      const ids = new Set([...webhookIds, ...outcomes.map(({ webhookId }) => webhookId)]);
      // Sent together and locked in this order.
      const [locked, deliveries] = await Promise.all([
        lockWebhooks(tx, [...ids]),
        lockDeliveries(tx, [...new Set(outcomes.map(({ deliveryId }) => deliveryId))]),
      ]);
      const nowMs = clock.now();
      const rows = { webhooks: locked, deliveries };
      const changed = foldOutcomes(outcomes, rows, { nowMs, random: options.random });
      await storeOutcomes(tx, changed);
      booking.free(outcomes);
      const webhooks = new Map(locked.map((webhook) => [webhook.id, webhook]));
      for (const health of changed.webhooks) {
        const webhook = webhooks.get(health.id);
        if (webhook !== undefined) webhooks.set(webhook.id, { ...webhook, ...health });
      }
      const candidates = [...(leasing ? ids : [])].flatMap((id) => {
        const webhook = webhooks.get(id);
        return webhook?.status === "enabled" ? [{ ...webhook, deliveriesMax: Infinity }] : [];
      });
      const { orders, crowded, unplaced } = booking.plan(candidates, { nowMs, inFlightPerWebhookMax });
      const leased = await leaseNext(tx, { orders, webhooks, nowMs, leaseMs: options.leaseMs });
      return { deliveries: leased, crowded, unplaced, disabled: changed.disabled };
    });
    booking.confirm(taken.deliveries);
    return taken;
  } catch (error) {
    booking.cancel();
    throw error;
  }
}

async function storeOutcomes(tx: Executor, changed: FoldedOutcomes): Promise<void> {
  await writeOutcomes(tx, changed);
  const disabledIds = changed.disabled.map(({ id }) => id);
  // In the same transaction, so that nobody is disabled and not told, nor told twice.
  await queueDisabledMails(tx, disabledIds);
}

interface Next {
  readonly orders: readonly ClaimOrder[];
  readonly webhooks: ReadonlyMap<number, LockedWebhook>;
  readonly nowMs: number;
  readonly leaseMs: number;
}

async function leaseNext(tx: Executor, next: Next): Promise<ClaimedDelivery[]> {
  const { orders, webhooks, nowMs, leaseMs } = next;
  const lease = newLease(nowMs, leaseMs);
  const leased = await leaseDeliveries(tx, orders, { ...windowAt(nowMs), ...lease });
  const probes = new Set(orders.flatMap(({ probe, webhookId }) => (probe ? [webhookId] : [])));
  return leased.flatMap((delivery) => {
    const webhook = webhooks.get(delivery.webhookId);
    const { leaseToken } = lease;
    return webhook ? [{ ...delivery, leaseToken, webhook, probe: probes.has(webhook.id) }] : [];
  });
}
