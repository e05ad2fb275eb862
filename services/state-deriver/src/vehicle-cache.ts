import { loadDerivations, type Database } from "@fleet/postgres";

import { createCompactJson } from "./compact-json.ts";
import { emptyDerivation, parseDerivation, type Derivation } from "./derive/derivation.ts";

export interface LoadedDerivation {
  readonly derivation: Derivation;
  /** Its fold was made by other rules: it must be folded again from the first record. */
  readonly refold: boolean;
}

/** What is committed of a partition's vehicles, loaded as they show up and kept for as long as the partition is owned. */
export interface VehicleCache {
  /** One query for those not known yet; a vehicle never heard of has an empty derivation. */
  load(vehicleIds: readonly number[]): Promise<ReadonlyMap<number, LoadedDerivation>>;
  set(vehicleId: number, derivation: Derivation): void;
}

/** Vehicles of a partition that are kept as they are; as objects, all vehicles of a large fleet take too much. */
const atHandMax = 300;

/** Those set last are kept at hand, the others as compact text. */
export function createVehicleCache(database: Database): VehicleCache {
  const atHand = new Map<number, LoadedDerivation>();
  const packed = new Map<number, string>();
  /** Of those, the ones to refold: few, and none for long. */
  const outdated = new Set<number>();
  const { pack, unpack } = createCompactJson();

  function keep(vehicleId: number, loaded: LoadedDerivation): void {
    // A map is in the order in which its members were added.
    atHand.delete(vehicleId);
    atHand.set(vehicleId, loaded);
    packed.delete(vehicleId);
    outdated.delete(vehicleId);
    for (const [oldest, former] of atHand) {
      if (atHand.size <= atHandMax) return;
      atHand.delete(oldest);
      packed.set(oldest, pack(former.derivation));
      if (former.refold) outdated.add(oldest);
    }
  }

  function find(vehicleId: number): LoadedDerivation | undefined {
    const text = packed.get(vehicleId);
    if (text === undefined) return atHand.get(vehicleId);
    return { derivation: parseDerivation(unpack(text)).derivation, refold: outdated.has(vehicleId) };
  }

  return {
    async load(vehicleIds) {
      const found = new Map<number, LoadedDerivation>();
      const missing: number[] = [];
      for (const id of vehicleIds) {
        const loaded = find(id);
        if (loaded === undefined) missing.push(id);
        else found.set(id, loaded);
      }
      if (missing.length > 0) {
        const rows = await loadDerivations(database.db, missing);
        for (const id of missing) found.set(id, { derivation: emptyDerivation(), refold: false });
        for (const row of rows) found.set(row.vehicleId, parseDerivation(row.derivation));
        for (const [id, loaded] of found) if (!packed.has(id)) keep(id, loaded);
      }
      return found;
    },
    set: (vehicleId, derivation) => keep(vehicleId, { derivation, refold: false }),
  };
}
