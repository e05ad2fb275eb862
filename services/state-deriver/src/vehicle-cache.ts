import { loadDerivations, type Database } from "@fleet/postgres";

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

export function createVehicleCache(database: Database): VehicleCache {
  const known = new Map<number, LoadedDerivation>();
  return {
    async load(vehicleIds) {
      const missing = vehicleIds.filter((id) => !known.has(id));
      if (missing.length > 0) {
        const rows = await loadDerivations(database.db, missing);
        for (const id of missing) known.set(id, { derivation: emptyDerivation(), refold: false });
        for (const row of rows) known.set(row.vehicleId, parseDerivation(row.derivation));
      }
      return known;
    },
    set: (vehicleId, derivation) => {
      known.set(vehicleId, { derivation, refold: false });
    },
  };
}
