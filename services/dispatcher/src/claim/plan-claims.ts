import type { ClaimOrder } from "@fleet/postgres";

/** A webhook as the plan sees it. */
export interface Candidate {
  readonly id: number;
  readonly organisationId: number;
  /** While the endpoint is in trouble: when one delivery may try it; null while deliveries flow. */
  readonly nextProbeAt: Date | null;
  /** More than so many it has no use for. */
  readonly deliveriesMax: number;
}

/** Free places in this process: in all, for one organisation, and for one webhook. */
export interface Capacity {
  readonly nowMs: number;
  readonly inFlightPerWebhookMax: number;
  readonly free: number;
  freeOf(organisationId: number): number;
  takenBy(webhookId: number): number;
}

export interface ClaimPlan {
  readonly orders: readonly ClaimOrder[];
  /**
   * Webhooks that get nothing, for want of a place for their organisation, or of any at all. One that gets something
   * and could have more comes up again when that has ended.
   */
  readonly crowded: readonly Candidate[];
  readonly unplaced: readonly Candidate[];
}

/**
 * How many deliveries to lease for each webhook. No webhook gets more than its own few places, no organisation more
 * than its share, so that receivers that hang cannot take the places of others. Free places go round one by one.
 */
export function planClaims(candidates: readonly Candidate[], capacity: Capacity): ClaimPlan {
  const slots = new Map<number, number>();
  const used = new Map<number, number>();
  const crowded: Candidate[] = [];
  let free = capacity.free;
  let wanting = candidates.filter((candidate) => roomFor(candidate, capacity) > 0);
  while (free > 0 && wanting.length > 0) {
    wanting = wanting.filter((candidate) => {
      if (free === 0) return true;
      const { id, organisationId } = candidate;
      const usedOfOrganisation = used.get(organisationId) ?? 0;
      if (usedOfOrganisation >= capacity.freeOf(organisationId)) {
        if (!slots.has(id)) crowded.push(candidate);
        return false;
      }
      const given = (slots.get(id) ?? 0) + 1;
      slots.set(id, given);
      used.set(organisationId, usedOfOrganisation + 1);
      free -= 1;
      return given < roomFor(candidate, capacity);
    });
  }
  const orders = candidates.flatMap(({ id, nextProbeAt }) => {
    const given = slots.get(id);
    if (given === undefined) return [];
    const probe = nextProbeAt !== null;
    return [{ webhookId: id, slots: given, inFlightMax: probe ? 1 : capacity.inFlightPerWebhookMax, probe }];
  });
  return { orders, crowded, unplaced: wanting.filter(({ id }) => !slots.has(id)) };
}

function roomFor({ id, nextProbeAt, deliveriesMax }: Candidate, capacity: Capacity): number {
  const taken = capacity.takenBy(id);
  if (nextProbeAt === null) return Math.min(deliveriesMax, capacity.inFlightPerWebhookMax - taken);
  return taken === 0 && nextProbeAt.getTime() <= capacity.nowMs ? 1 : 0;
}
