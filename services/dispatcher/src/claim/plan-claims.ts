/** A webhook as the plan sees it. */
export interface Candidate {
  readonly id: number;
  readonly organisationId: number;
  /** Deliveries leased by any dispatcher. */
  readonly inFlight: number;
  /** While the endpoint is in trouble: when one delivery may try it, Unix milliseconds. */
  readonly nextProbeAtMs: number | null;
}

export interface Capacity {
  readonly nowMs: number;
  readonly inFlightPerWebhookMax: number;
  /** Free places in this process, in all and for one organisation. */
  readonly free: number;
  freeOf(organisationId: number): number;
}

export interface Claim {
  readonly webhookId: number;
  readonly slots: number;
  readonly probe: boolean;
}

/**
 * How many deliveries to lease for each webhook. No webhook gets more than its own few places, no organisation more
 * than its share, so that receivers that hang cannot take the places of others. Free places go round one by one.
 */
export function planClaims(candidates: readonly Candidate[], capacity: Capacity): Claim[] {
  const slots = new Map<number, number>();
  const used = new Map<number, number>();
  let free = capacity.free;
  let wanting = candidates.filter((candidate) => placesOf(candidate, capacity) > 0);
  while (free > 0 && wanting.length > 0) {
    wanting = wanting.filter((candidate) => {
      const { id, organisationId } = candidate;
      const given = slots.get(id) ?? 0;
      const usedOfOrganisation = used.get(organisationId) ?? 0;
      if (free === 0 || given >= placesOf(candidate, capacity)) return false;
      if (usedOfOrganisation >= capacity.freeOf(organisationId)) return false;
      slots.set(id, given + 1);
      used.set(organisationId, usedOfOrganisation + 1);
      free -= 1;
      return true;
    });
  }
  return candidates.flatMap(({ id, nextProbeAtMs }) => {
    const given = slots.get(id);
    return given === undefined ? [] : [{ webhookId: id, slots: given, probe: nextProbeAtMs !== null }];
  });
}

function placesOf({ inFlight, nextProbeAtMs }: Candidate, capacity: Capacity): number {
  if (nextProbeAtMs === null) return capacity.inFlightPerWebhookMax - inFlight;
  return inFlight === 0 && nextProbeAtMs <= capacity.nowMs ? 1 : 0;
}
