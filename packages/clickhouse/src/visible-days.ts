import type { Assignment, Principal } from "@fleet/domain";

import type { Reader } from "./reader.ts";
import { asDate, type DeviceDay } from "./vehicle-days.ts";
import { ofVehicle, type VisibleHistory } from "./visible-history.ts";

/** A day of a vehicle's device that stands for its positions. */
export interface UsableDay<Details> {
  readonly day: number;
  readonly deviceId: number;
  /** Of its first and last record, Unix milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly legsMm: number;
  readonly details: Details;
}

/** A vehicle's days, in no order. */
export interface VisibleDays<Details> {
  readonly usable: readonly UsableDay<Details>[];
  /** Those whose positions have to be read. */
  readonly open: readonly DeviceDay[];
}

interface WantedDays {
  readonly history: VisibleHistory;
  readonly toDay: number;
  /** Expressions of columns of `vehicle_days`, with the parameters that they name. */
  readonly details: string;
  readonly params: Readonly<Record<string, number | readonly number[]>>;
}

/**
 * The days of the history's vehicle up to one, with details of each as ClickHouse's JSON has them. Usable is a summed day
 * whose records all lie inside one of the organisation's assignments.
 */
export async function readVisibleDays<Details extends readonly unknown[]>(
  reader: Reader,
  principal: Principal,
  { history, toDay, details, params }: WantedDays,
): Promise<VisibleDays<Details>> {
  const rows = await reader.selectTuples<SelectedDay<Details>>({
    query: `SELECT toUInt16(day), device_id, summed, toUnixTimestamp64Milli(first_time),
        toUnixTimestamp64Milli(last_time), legs_mm, ${details}
      FROM vehicle_days FINAL WHERE ${ofVehicle} AND day <= toDate({toDay:UInt16})`,
    params: {
      ...params,
      organisation: principal.organisationId,
      vehicle: history.vehicleId,
      toDay: asDate(toDay),
    },
  });
  const stays = Map.groupBy([...history.assignments, ...history.expiredStays], ({ deviceId }) => deviceId);
  const usable: UsableDay<Details>[] = [];
  const open: DeviceDay[] = [];
  for (const [day, deviceId, isSummed, firstMs, lastMs, legsMm, ...own] of rows) {
    const isInside = ({ fromMs, toMs }: Assignment) => firstMs >= fromMs && lastMs < (toMs ?? Infinity);
    if (isSummed && stays.get(deviceId)?.some(isInside) === true)
      usable.push({ day, deviceId, firstMs, lastMs, legsMm, details: own });
    else open.push([day, deviceId]);
  }
  return { usable, open };
}

type SelectedDay<Details extends readonly unknown[]> = readonly [
  day: number,
  deviceId: number,
  isSummed: boolean,
  firstMs: number,
  lastMs: number,
  legsMm: number,
  ...details: Details,
];
