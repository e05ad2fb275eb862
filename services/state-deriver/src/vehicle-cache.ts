import { loadDerivations, type Database } from "@fleet/postgres";

import { createCompactJson } from "./compact-json.ts";
import {
  emptyDerivation,
  parseDerivation,
  type Derivation,
  type LoadedDerivation,
} from "./derive/derivation.ts";

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
  /** Read, and not asked for yet. */
  const fetched = new Map<number, Derivation>();
  /** The ones to refold: few, and none for long. */
  const outdated = new Set<number>();
  const { pack, unpack } = createCompactJson();

  function keep(vehicleId: number, derivation: Derivation): void {
    // A map is in the order in which its members were added.
    atHand.delete(vehicleId);
    atHand.set(vehicleId, derivation);
    packed.delete(vehicleId);
    fetched.delete(vehicleId);
    for (const [oldest, former] of atHand) {
      if (atHand.size <= atHandMax) return;
      atHand.delete(oldest);
      packed.set(oldest, pack(former));
    }
  }

  async function fetchMissing(vehicleIds: readonly number[]): Promise<void> {
    const missing = vehicleIds.filter((id) => !atHand.has(id) && !packed.has(id) && !fetched.has(id));
    if (missing.length === 0) return;
    const rows = await loadDerivations(database.db, missing);
    for (const id of missing) fetched.set(id, emptyDerivation());
    for (const row of rows) {
      const { derivation, refold } = parseDerivation(row.derivation);
      fetched.set(row.vehicleId, derivation);
      if (refold) outdated.add(row.vehicleId);
    }
  }

  function find(vehicleId: number): Derivation | undefined {
    const text = packed.get(vehicleId);
    if (text !== undefined) return parseDerivation(unpack(text)).derivation;
    return atHand.get(vehicleId) ?? fetched.get(vehicleId);
  }

  return {
    async load(vehicleIds) {
      await fetchMissing(vehicleIds);
      const found = new Map<number, LoadedDerivation>();
      for (const id of vehicleIds) {
        const derivation = find(id);
        if (derivation !== undefined) found.set(id, { derivation, refold: outdated.has(id) });
      }
      for (const [id, { derivation }] of found) if (fetched.has(id)) keep(id, derivation);
      return found;
    },
    async outdatedAmong(vehicleIds) {
      await fetchMissing(vehicleIds);
      return new Set(vehicleIds.filter((id) => outdated.has(id)));
    },
    set(vehicleId, derivation) {
      keep(vehicleId, derivation);
      outdated.delete(vehicleId);
    },
  };
}
