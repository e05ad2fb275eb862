import { readPositions, sumLegs, type ClickHouse, type TimeRange } from "@fleet/clickhouse";
import type { DerivedFix } from "@fleet/domain";
import { positionObject, type PositionObject } from "@fleet/events";

import type { VehicleChange } from "../derive/change.ts";
import { lastPlaced, sumLegMm } from "../derive/outcome.ts";

/** What changed of a vehicle, and what is added to its legs to give its odometer, metres. */
export interface ChangedVehicle {
  readonly change: VehicleChange;
  readonly offsetM: number;
}

/** An instant of a vehicle's past. */
export interface Mark {
  readonly change: VehicleChange;
  readonly atMs: number;
}

/** The record with a place that tells where the vehicle was, and the legs from the instant to its last record. */
export interface Place {
  readonly record: DerivedFix | undefined;
  readonly legsAfterMm: number;
}

/** ClickHouse refuses a query of very many conditions, and each mark of a vehicle's day is one. */
const marksPerQuery = 500;

/**
 * The last place at each instant or up to `withinMs` before it, as stored: two queries for hundreds of marks. What a
 * failed attempt left behind the vehicle's last record does not count.
 */
export async function readPlaces<M extends Mark>(
  clickhouse: ClickHouse,
  marks: readonly M[],
  withinMs: number,
): Promise<ReadonlyMap<M, Place>> {
  const places = new Map<M, Place>();
  for (let from = 0; from < marks.length; from += marksPerQuery) {
    const some = marks.slice(from, from + marksPerQuery);
    for (const [mark, place] of await placesOf(clickhouse, some, withinMs)) places.set(mark, place);
  }
  return places;
}

async function placesOf<M extends Mark>(
  clickhouse: ClickHouse,
  marks: readonly M[],
  withinMs: number,
): Promise<[M, Place][]> {
  const [legsAfterMm, positions] = await Promise.all([
    sumLegs(
      clickhouse,
      marks.map(({ change, atMs }) => rangeOf(change, atMs + 1, change.after.fold.head?.fixTimeMs ?? atMs)),
    ),
    readPositions(
      clickhouse,
      marks.map(({ change, atMs }) => rangeOf(change, atMs - withinMs, atMs)),
    ),
  ]);
  const byVehicle = Map.groupBy(positions, ({ vehicleId }) => vehicleId);
  return marks.map((mark, i) => {
    const { change, atMs } = mark;
    const there = (byVehicle.get(change.vehicleId) ?? []).flatMap(({ derived }) => {
      const ageMs = atMs - derived.fix.fixTimeMs;
      return ageMs >= 0 && ageMs <= withinMs ? [derived] : [];
    });
    return [mark, { record: lastPlaced(there), legsAfterMm: legsAfterMm[i] ?? 0 }];
  });
}

/** The records at hand up to the instant, and the legs of those after it. */
export function splitAtHand({ change, atMs }: Mark): { upTo: readonly DerivedFix[]; legsAfterMm: number } {
  const after = change.newer.findIndex(({ fix }) => fix.fixTimeMs > atMs);
  const split = after === -1 ? change.newer.length : after;
  return { upTo: change.newer.slice(0, split), legsAfterMm: sumLegMm(change.newer.slice(split)) };
}

/** The vehicle's odometer at a place, metres; without one, at its last record. */
export function odometerAtM({ change, offsetM }: ChangedVehicle, place: Place | undefined): number {
  return offsetM + (change.after.legsMm - (place?.legsAfterMm ?? 0)) / 1000;
}

/** The place as callers get it; null where there is none. */
export function positionAt(changed: ChangedVehicle, place: Place | undefined): PositionObject | null {
  const record = place?.record;
  return record === undefined ? null : positionObject(record, odometerAtM(changed, place));
}

function rangeOf(change: VehicleChange, fromMs: number, toMs: number): TimeRange {
  return { vehicleId: change.vehicleId, organisationId: change.organisationId, fromMs, toMs };
}
