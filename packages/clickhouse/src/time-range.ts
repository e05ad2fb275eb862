import type { Owner } from "./owner.ts";

/** A stretch of one vehicle's time, Unix milliseconds, both bounds included; null where it has none. */
export interface TimeRange extends Owner {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** A condition true for the rows of any of the ranges. It is made of integers only, so nothing can be injected. */
export function ofVehicles(timeColumn: string, ranges: readonly TimeRange[]): string {
  return `(${ranges.map((range) => ofVehicle(timeColumn, range)).join(" OR ")})`;
}

function ofVehicle(timeColumn: string, range: TimeRange): string {
  const conditions = [
    `organisation_id = ${integer(range.organisationId)}`,
    `vehicle_id = ${integer(range.vehicleId)}`,
  ];
  if (range.fromMs !== null) conditions.push(`${timeColumn} >= ${instant(range.fromMs)}`);
  if (range.toMs !== null) conditions.push(`${timeColumn} <= ${instant(range.toMs)}`);
  return `(${conditions.join(" AND ")})`;
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
