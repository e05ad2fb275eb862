import { randomUUID } from "node:crypto";

import type { DeliveryWindow, Lease, LeasedDelivery, LockedWebhook } from "@fleet/postgres";

import { deliveryWindowMs } from "../schedule/retry-schedule.ts";

/** A delivery leased to this process, with all that sending it takes. */
export interface ClaimedDelivery extends LeasedDelivery {
  readonly leaseToken: string;
  readonly probe: boolean;
  readonly webhook: LockedWebhook;
}

/** Which instants decide what may be sent. */
export function windowAt(nowMs: number): DeliveryWindow {
  return { now: new Date(nowMs), lapsedBefore: new Date(nowMs - deliveryWindowMs) };
}

/** A lease from now on. It holds for longer than an attempt and the storing of its outcome take. */
export function newLease(nowMs: number, leaseMs: number): Lease {
  return { leaseToken: randomUUID(), leasedUntil: new Date(nowMs + leaseMs) };
}
