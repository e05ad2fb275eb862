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
  /** Those to refold among vehicles. */
  outdatedAmong(vehicleIds: readonly number[]): Promise<ReadonlySet<number>>;
  set(vehicleId: number, derivation: Derivation): void;
}

/** Vehicles of a partition that are kept as they are; as objects, all vehicles of a large fleet take too much. */
const atHandMax = 300;

/** Those set last are kept at hand, the others as compact text. */
export function createVehicleCache(database: Database): VehicleCache {
  const atHand = new Map<number, Derivation>();
  const packed = new Map<number, string>();
  /** The ones to refold: few, and none for long. */
  const outdated = new Set<number>();
  const { pack, unpack } = createCompactJson();

  function keep(vehicleId: number, { derivation, refold }: LoadedDerivation): void {
    // A map is in the order in which its members were added.
    atHand.delete(vehicleId);
    atHand.set(vehicleId, derivation);
    packed.delete(vehicleId);
    if (refold) outdated.add(vehicleId);
    else outdated.delete(vehicleId);
    for (const [oldest, former] of atHand) {
      if (atHand.size <= atHandMax) return;
      atHand.delete(oldest);
      packed.set(oldest, pack(former));
    }
  }

  /** One query for those not known yet. */
  async function fetchMissing(vehicleIds: readonly number[]): Promise<Map<number, LoadedDerivation>> {
    const missing = vehicleIds.filter((id) => !atHand.has(id) && !packed.has(id));
    if (missing.length === 0) return new Map();
    const rows = await loadDerivations(database.db, missing);
    const fetched = new Map(missing.map((id) => [id, { derivation: emptyDerivation(), refold: false }]));
    for (const row of rows) fetched.set(row.vehicleId, parseDerivation(row.derivation));
    for (const [id, loaded] of fetched) keep(id, loaded);
    return fetched;
  }

  function find(vehicleId: number): LoadedDerivation | undefined {
    const text = packed.get(vehicleId);
    const derivation = text === undefined ? atHand.get(vehicleId) : parseDerivation(unpack(text)).derivation;
    return derivation === undefined ? undefined : { derivation, refold: outdated.has(vehicleId) };
  }

  return {
    async load(vehicleIds) {
      const loaded = await fetchMissing(vehicleIds);
      for (const id of vehicleIds) {
        const found = loaded.has(id) ? undefined : find(id);
        if (found !== undefined) loaded.set(id, found);
      }
      return loaded;
    },
    async outdatedAmong(vehicleIds) {
      await fetchMissing(vehicleIds);
      return new Set(vehicleIds.filter((id) => outdated.has(id)));
    },
    set: (vehicleId, derivation) => keep(vehicleId, { derivation, refold: false }),
  };
}
