import { dayMs } from "@fleet/domain";

import type { Owner } from "./owner.ts";

/** A stretch of one vehicle's time, Unix milliseconds, both bounds included; null where it has none. */
export interface TimeRange extends Owner {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/**
 * A condition true for the rows of any of the ranges. It is made of integers only, so nothing can be injected. Where the
 * time is a part of the table's key it may stand in `PREWHERE`, also with `FINAL`: all rows of a key pass, or none.
 *
 * Ranges are looked up by vehicle. A condition for each of them would be evaluated for each row read, and rows are read
 * for each of them: a thousand vehicles would take a million times as long as one.
 */
export function ofVehicles(timeColumn: string, ranges: readonly TimeRange[]): string {
  return `(${alike(ranges)
    .map((group) => ofGroup(timeColumn, group))
    .join(" OR ")})`;
}

/** Groups with one range a vehicle at most, all from one day, so that the time that spans them is little more than theirs. */
function alike(ranges: readonly TimeRange[]): TimeRange[][] {
  const seen = new Map<string, number>();
  return [
    ...Map.groupBy(ranges, ({ vehicleId, fromMs, toMs }) => {
      const startMs = fromMs ?? toMs ?? 0;
      const kind = `${Math.floor(startMs / dayMs)} ${fromMs === null} ${toMs === null}`;
      const own = `${kind} ${vehicleId}`;
      const before = seen.get(own) ?? 0;
      seen.set(own, before + 1);
      return `${kind} ${before}`;
    }).values(),
  ];
}

function ofGroup(timeColumn: string, group: readonly TimeRange[]): string {
  const conditions = [ofOwners(group)];
  const fromMs = group.flatMap((range) => range.fromMs ?? []);
  const toMs = group.flatMap((range) => range.toMs ?? []);
  // By the bound that spans them all, the index finds the rows.
  if (fromMs.length > 0) conditions.push(`${timeColumn} >= ${instant(Math.min(...fromMs))}`);
  if (toMs.length > 0) conditions.push(`${timeColumn} <= ${instant(Math.max(...toMs))}`);
  const time = `toUnixTimestamp64Milli(${timeColumn})`;
  if (isVaried(fromMs)) conditions.push(`${time} >= ${ofItsVehicle(group, fromMs)}`);
  if (isVaried(toMs)) conditions.push(`${time} <= ${ofItsVehicle(group, toMs)}`);
  return `(${conditions.join(" AND ")})`;
}

function isVaried(bounds: readonly number[]): boolean {
  return bounds.some((bound) => bound !== bounds[0]);
}

/** The bound of the row's own vehicle; each vehicle has one. */
export function ofItsVehicle(owners: readonly Owner[], bounds: readonly number[]): string {
  const vehicles = owners.map(({ vehicleId }) => integer(vehicleId)).join(", ");
  return `transform(vehicle_id, [${vehicles}], CAST([${bounds.map(integer).join(", ")}], 'Array(Int64)'), toInt64(0))`;
}

/** True for the rows of the vehicles. Each column alone says which shards are meant; only both together say which rows. */
export function ofOwners(owners: readonly Owner[]): string {
  const vehicles = owners.map(({ vehicleId }) => integer(vehicleId)).join(", ");
  const organisations = [...new Set(owners.map(({ organisationId }) => integer(organisationId)))];
  const columns = `organisation_id IN (${organisations.join(", ")}) AND vehicle_id IN (${vehicles})`;
  if (organisations.length === 1) return columns;
  const both = owners.map(
    ({ organisationId, vehicleId }) => `(${integer(organisationId)}, ${integer(vehicleId)})`,
  );
  return `${columns} AND (organisation_id, vehicle_id) IN (${both.join(", ")})`;
}

/** True for the rows that have one of the ids. Throws on an id that could end its quotes. */
export function ofIds(ids: readonly string[]): string {
  const odd = ids.find((id) => !/^\w+$/.test(id));
  if (odd !== undefined) throw new Error(`${odd} is no id`);
  return ids.length === 0 ? "false" : `id IN (${ids.map((id) => `'${id}'`).join(", ")})`;
}

/** As SQL, of Unix milliseconds. */
export function instant(ms: number): string {
  return `fromUnixTimestamp64Milli(${integer(ms)})`;
}

/** As SQL; throws on what is none. */
export function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no integer`);
  return value.toString();
}

/** One range a vehicle, from the earliest bound of its ranges to the latest. */
export function hulls(ranges: readonly TimeRange[]): TimeRange[] {
  const byVehicle = new Map<number, TimeRange>();
  for (const range of ranges) {
    const hull = byVehicle.get(range.vehicleId) ?? range;
    const fromMs = hull.fromMs === null || range.fromMs === null ? null : Math.min(hull.fromMs, range.fromMs);
    const toMs = hull.toMs === null || range.toMs === null ? null : Math.max(hull.toMs, range.toMs);
    byVehicle.set(range.vehicleId, { ...range, fromMs, toMs });
  }
  return [...byVehicle.values()];
}
