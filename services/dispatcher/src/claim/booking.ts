import type { Placed, Places } from "./places.ts";
import { planClaims, type Candidate, type Capacity, type ClaimPlan } from "./plan-claims.ts";

/** What a transaction does to the places, of which nothing is left if it fails. */
export interface Booking {
  /** Frees the places of what has ended, so that the plan can give them away. */
  free(ended: readonly Placed[]): void;
  /** Plans claims and takes their places, so that nobody else plans with them meanwhile. */
  plan(
    candidates: readonly Candidate[],
    limits: Pick<Capacity, "nowMs" | "inFlightPerWebhookMax">,
  ): ClaimPlan;
  /** Keeps the places of what was leased and gives the others back. */
  confirm(leased: readonly { readonly webhookId: number }[]): void;
  cancel(): void;
}

/** A booking for one transaction. */
export function openBooking(places: Places): Booking {
  const freed: Placed[] = [];
  const taken: Placed[] = [];

  function confirm(leased: readonly { readonly webhookId: number }[]): void {
    const needed = new Map<number, number>();
    for (const { webhookId } of leased) needed.set(webhookId, (needed.get(webhookId) ?? 0) + 1);
    for (const placed of taken) {
      const left = needed.get(placed.webhookId) ?? 0;
      if (left > 0) needed.set(placed.webhookId, left - 1);
      else places.release(placed);
    }
  }

  return {
    free(ended) {
      for (const placed of ended) places.release(placed);
      freed.push(...ended);
    },
    plan(candidates, limits) {
      const { free, freeOf, takenBy } = places;
      const plan = planClaims(candidates, { ...limits, free, freeOf, takenBy });
      const organisations = new Map(candidates.map(({ id, organisationId }) => [id, organisationId]));
      for (const { webhookId, slots } of plan.orders) {
        const placed = { webhookId, organisationId: organisations.get(webhookId) ?? 0 };
        for (let n = 0; n < slots; n += 1) {
          places.take(placed);
          taken.push(placed);
        }
      }
      return plan;
    },
    confirm,
    cancel() {
      confirm([]);
      for (const placed of freed) places.take(placed);
    },
  };
}
