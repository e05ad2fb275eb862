import { randomUUID } from "node:crypto";

import {
  leaseDeliveries,
  lockClaimableWebhooks,
  type ClaimableWebhook,
  type Database,
  type LeasedDelivery,
} from "@fleet/postgres";

import { deliveryWindowMs } from "../schedule/retry-schedule.ts";
import type { Places } from "./places.ts";
import { planClaims } from "./plan-claims.ts";

/** A delivery leased to this process, with all that sending it takes. */
export interface ClaimedDelivery extends LeasedDelivery {
  readonly leaseToken: string;
  readonly probe: boolean;
  readonly webhook: ClaimableWebhook;
}

export interface ClaimOptions {
  readonly database: Database;
  readonly places: Places;
  readonly inFlightPerWebhookMax: number;
  /** How long a lease holds: longer than an attempt and the storing of its outcome take. */
  readonly leaseMs: number;
}

/** Which instants decide what may be sent. */
export function windowAt(nowMs: number) {
  return { now: new Date(nowMs), lapsedBefore: new Date(nowMs - deliveryWindowMs) };
}

export interface Claimed {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Webhooks that got all they may have now, by organisation: more may wait, for when a place is free again. */
  readonly filled: readonly ClaimableWebhook[];
  /** Webhooks that got nothing because the process had no place left: no release of their own need ever come. */
  readonly unplaced: readonly number[];
  /** Webhooks that could not be looked at because another transaction held them. */
  readonly busy: readonly number[];
}

/** Leases what is due for these webhooks, as far as there are places. */
export async function claimDeliveries(
  { database, places, inFlightPerWebhookMax, leaseMs }: ClaimOptions,
  { webhookIds, nowMs }: { webhookIds: readonly number[]; nowMs: number },
): Promise<Claimed> {
  const window = windowAt(nowMs);
  const leaseToken = randomUUID();
  return database.transaction(async (tx) => {
    const { locked: found, busy } = await lockClaimableWebhooks(tx, { webhookIds, now: window.now });
    const candidates = found.map((webhook) => ({
      ...webhook,
      nextProbeAtMs: webhook.nextProbeAt?.getTime() ?? null,
    }));
    const { free, freeOf } = places;
    const orders = planClaims(candidates, { nowMs, inFlightPerWebhookMax, free, freeOf });
    const leasedUntil = new Date(nowMs + leaseMs);
    const leased =
      orders.length === 0 ? [] : await leaseDeliveries(tx, { ...window, orders, leaseToken, leasedUntil });
    const byId = new Map(found.map((webhook) => [webhook.id, webhook]));
    const slots = new Map(orders.map((order) => [order.webhookId, order]));
    const deliveries = leased.flatMap((delivery) => {
      const webhook = byId.get(delivery.webhookId);
      const probe = slots.get(delivery.webhookId)?.probe ?? false;
      return webhook === undefined ? [] : [{ ...delivery, leaseToken, probe, webhook }];
    });
    const leasedFor = Map.groupBy(leased, ({ webhookId }) => webhookId);
    const isFull = orders.reduce((sum, order) => sum + order.slots, 0) >= free;
    const isUnplaced = ({ id }: ClaimableWebhook) => isFull && !slots.has(id);
    const unplaced = found.filter(isUnplaced).map(({ id }) => id);
    const filled = found.filter(
      (webhook) =>
        !isUnplaced(webhook) &&
        (leasedFor.get(webhook.id)?.length ?? 0) === (slots.get(webhook.id)?.slots ?? 0),
    );
    return { deliveries, filled, unplaced, busy };
  });
}
