import type { DispatcherLimits } from "../limits.ts";

/** Whose delivery takes a place. */
export interface Placed {
  readonly webhookId: number;
  readonly organisationId: number;
}

/** The places in flight of this process and who holds them. */
export interface Places {
  readonly free: number;
  readonly taken: number;
  freeOf(organisationId: number): number;
  takenBy(webhookId: number): number;
  take(placed: Placed): void;
  release(placed: Placed): void;
}

/** All places of a process, free at first. */
export function createPlaces({
  inFlightMax,
  inFlightPerOrganisationMax,
}: Pick<DispatcherLimits, "inFlightMax" | "inFlightPerOrganisationMax">): Places {
  const byOrganisation = createTally();
  const byWebhook = createTally();
  let taken = 0;
  return {
    get free() {
      return inFlightMax - taken;
    },
    get taken() {
      return taken;
    },
    freeOf: (organisationId) => inFlightPerOrganisationMax - byOrganisation.count(organisationId),
    takenBy: byWebhook.count,
    take({ webhookId, organisationId }) {
      taken += 1;
      byOrganisation.add(organisationId, 1);
      byWebhook.add(webhookId, 1);
    },
    release({ webhookId, organisationId }) {
      taken -= 1;
      byOrganisation.add(organisationId, -1);
      byWebhook.add(webhookId, -1);
    },
  };
}

/** Counts by id; holds none that is zero. */
function createTally() {
  const counts = new Map<number, number>();
  const count = (id: number) => counts.get(id) ?? 0;
  return {
    count,
    add(id: number, more: number): void {
      const now = count(id) + more;
      if (now > 0) counts.set(id, now);
      else counts.delete(id);
    },
  };
}
