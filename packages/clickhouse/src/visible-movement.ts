import {
  SummarySums,
  type MovementStatus,
  type Principal,
  type Summary,
  type SummaryRange,
  type SummaryRow,
} from "@fleet/domain";

import type { ClickHouse } from "./client.ts";
import {
  edgeRows,
  inFoldOrder,
  inOneStream,
  summedRecords,
  summedTuple,
  type SummedRecords,
  type SummedTuple,
} from "./movement-sums.ts";
import { legSources, movements } from "./positions.ts";
import { asDate, dayMs, dayOf, inDays, inDeviceDays, type DeviceDay } from "./vehicle-days.ts";
import { visibleDays } from "./visible-days.ts";
import { visible, type Condition, type HalfOpenRange, type VisibleHistory } from "./visible-history.ts";

/** What a summary is made of, in the order in which it takes them. */
export interface VisibleMovement {
  /** The first instant of the range, Unix milliseconds. */
  readonly fromMs: number;
  /** Length of the vehicle's legs that end before the range, millimetres. */
  readonly legsBeforeMm: number;
  /** The last place before the range and what the last record before it said; none without such a place. */
  readonly before: readonly SummaryRow[];
  /** The records of the range, in parts that follow one another. */
  readonly inside: readonly SummedRecords[];
  /** The first place beyond it. */
  readonly next: SummaryRow | null;
}

/**
 * A vehicle's records of a range. They are taken from the days as they were summed once they were over; positions are
 * read of the days that the range cuts, and of those that are open.
 */
export async function readMovement(
  clickhouse: ClickHouse,
  principal: Principal,
  { history, range }: { history: VisibleHistory; range: HalfOpenRange },
): Promise<VisibleMovement> {
  const seen = visible(principal, history, { time: "fix_time", device: "device_id" });
  const days = await readDays(clickhouse, visibleDays(principal, history), range);
  const cut = [range.fromMs, range.toMs].filter((atMs) => atMs % dayMs !== 0).map(dayOf);
  const rows = await readRows(clickhouse, seen, { cut, open: days.open });
  const inside = rows.findIndex(({ fixTimeMs }) => fixTimeMs >= range.fromMs);
  const earlier = rows.slice(0, inside === -1 ? undefined : inside);
  const later = inside === -1 ? [] : rows.slice(inside);
  const beyond = later.findIndex(({ fixTimeMs }) => fixTimeMs >= range.toMs);
  const parts = unsummed(later.slice(0, beyond === -1 ? undefined : beyond));
  return {
    legsBeforeMm: earlier.reduce((mm, { legMm }) => mm + legMm, days.legsBeforeMm),
    fromMs: range.fromMs,
    before: lastRows([days.before, lastMoments(earlier)]),
    inside: [...days.inside, ...parts].sort((a, b) => a.firstMs - b.firstMs),
    next:
      firstPlace(beyond === -1 ? [] : later.slice(beyond)) ??
      firstPlace(
        [...(await readFirstPlace(clickhouse, seen, days.openAfter)), ...days.nextHead].sort(byFixTime),
      ),
  };
}

/**
 * The range's sums. `range.odometerMm` is the vehicle's offset; the sums begin with the odometer at their first row.
 * Where the range begins before what was read, nothing is known of the time between.
 */
export function sumMovement(movement: VisibleMovement, range: SummaryRange): Summary {
  const { legsBeforeMm, inside, next } = movement;
  const before = range.fromMs < movement.fromMs ? [] : movement.before;
  // The leg to the first place that is known of began where nothing is; it counts as driven before.
  const first = before.length === 0 ? firstPlace(inside.flatMap(({ head }) => head)) : null;
  const odometerMm = range.odometerMm + legsBeforeMm + (first?.legMm ?? 0);
  const sums = new SummarySums({ ...range, odometerMm });
  for (const row of before) sums.add(row);
  for (const { head, stretch, tail } of inside) {
    for (const row of head) sums.add(row);
    if (stretch !== null) sums.addStretch(stretch);
    for (const row of tail) sums.add(row);
  }
  if (next !== null) sums.add(next);
  return sums.finish();
}

/** What holds from an instant on: null where there is none. */
type Moment = readonly [atMs: number | null, movement: MovementStatus, ignitionOn: boolean];

/** The last place of some records, and the last of all of them. */
interface LastMoments {
  readonly place: Moment;
  readonly record: Moment;
}

const byFixTime = (a: SummaryRow, b: SummaryRow) => a.fixTimeMs - b.fixTimeMs;
const firstPlace = (rows: readonly SummaryRow[]) => rows.find(({ placed }) => placed) ?? null;

/** All that the vehicle's days tell, in one row. */
async function readDays(
  clickhouse: ClickHouse,
  { ofVehicle, usable }: ReturnType<typeof visibleDays>,
  { fromMs, toMs }: HalfOpenRange,
) {
  const result = await clickhouse.query({
    query: `WITH ${usable} AS usable, placed_until IS NOT NULL AS placed,
        (toUnixTimestamp64Milli(placed_until), last_movement, last_ignition) AS place,
        if(empty(tail), head, tail)[-1] AS edge,
        if(empty(tail) AND placed, place, (toNullable(edge.1), edge.3, edge.4)) AS record,
        usable AND day < toDate({began:UInt16}) AS earlier
      SELECT sumIf(legs_mm, earlier) AS legs_before_mm, argMaxIf(place, last_time, earlier AND placed) AS last_place,
        argMaxIf(record, last_time, earlier) AS last_record,
        groupArrayIf((toUnixTimestamp64Milli(first_time), ${summedTuple}),
          usable AND day >= toDate({wholeFrom:UInt16}) AND day < toDate({wholeTo:UInt16})) AS inside,
        argMinIf(head, first_time, usable AND placed AND day >= toDate({beyond:UInt16})) AS next_head,
        groupArrayIf((toUInt16(day), device_id), NOT usable AND day < toDate({beyond:UInt16})) AS open,
        groupArrayIf((toUInt16(day), device_id), NOT usable AND day >= toDate({beyond:UInt16})) AS open_after
      FROM vehicle_days FINAL WHERE ${ofVehicle.sql}`,
    query_params: {
      ...ofVehicle.params,
      began: asDate(dayOf(fromMs)),
      wholeFrom: asDate(Math.ceil(fromMs / dayMs)),
      wholeTo: asDate(dayOf(toMs)),
      beyond: asDate(Math.ceil(toMs / dayMs)),
    },
    format: "JSONEachRow",
  });
  const [row] = await result.json<SelectedDays>();
  if (row === undefined) throw new Error("ClickHouse gave no row of an aggregation without keys");
  return {
    legsBeforeMm: row.legs_before_mm,
    before: { place: row.last_place, record: row.last_record },
    inside: row.inside.map(([firstMs, tuple]) => ({ ...summedRecords(tuple), firstMs })),
    nextHead: edgeRows(row.next_head),
    open: row.open,
    openAfter: row.open_after,
  };
}

interface SelectedDays {
  readonly legs_before_mm: number;
  readonly last_place: Moment;
  readonly last_record: Moment;
  readonly inside: readonly (readonly [firstMs: number, records: SummedTuple])[];
  readonly next_head: SummedTuple[0];
  readonly open: readonly DeviceDay[];
  readonly open_after: readonly DeviceDay[];
}

/**
 * The positions of the days that the range cuts, and of open ones, in the order of the fold. As columns, which are
 * several times as quick to read as rows.
 */
async function readRows(
  clickhouse: ClickHouse,
  seen: Condition,
  { cut, open }: { cut: readonly number[]; open: readonly DeviceDay[] },
): Promise<SummaryRow[]> {
  if (cut.length + open.length === 0) return [];
  const result = await clickhouse.query({
    query: `SELECT groupArray(toUnixTimestamp64Milli(fix_time)) AS at, groupArray(toUInt8(valid AND NOT leap)) AS placed,
        groupArray(toFloat64(ifNull(speed_e2, -1))) AS speed, groupArray(toUInt8(movement)) AS movement,
        groupArray(toUInt8(ignition_on)) AS ignition, groupArray(leg_mm) AS leg, groupArray(toUInt8(leg_source)) AS source
      FROM (
        SELECT * FROM positions FINAL WHERE ${seen.sql} AND (${inDays(cut)} OR ${inDeviceDays(open)}) ${inFoldOrder}
      )`,
    query_params: seen.params,
    format: "JSONEachRow",
    clickhouse_settings: inOneStream,
  });
  const [found] = await result.json<SelectedColumns>();
  if (found === undefined) return [];
  return found.at.map((fixTimeMs, i) => {
    const speed = found.speed[i] ?? -1;
    return {
      fixTimeMs,
      placed: found.placed[i] === 1,
      speedKmh: speed < 0 ? null : speed / 100,
      movement: movements[found.movement[i] ?? 0] ?? "parked",
      ignitionOn: found.ignition[i] === 1,
      legMm: found.leg[i] ?? 0,
      legSource: legSources[found.source[i] ?? 0] ?? "none",
    };
  });
}

type SelectedColumns = Readonly<
  Record<"at" | "placed" | "speed" | "movement" | "ignition" | "leg" | "source", readonly number[]>
>;

/** The first place of some days. */
async function readFirstPlace(
  clickhouse: ClickHouse,
  seen: Condition,
  days: readonly DeviceDay[],
): Promise<SummaryRow[]> {
  if (days.length === 0) return [];
  const result = await clickhouse.query({
    query: `SELECT toUnixTimestamp64Milli(fix_time) AS fixTimeMs, true AS placed, NULL AS speedKmh, movement,
        ignition_on AS ignitionOn, leg_mm AS legMm, leg_source AS legSource
      FROM positions FINAL WHERE ${seen.sql} AND ${inDeviceDays(days)} AND valid AND NOT leap
      ${inFoldOrder} LIMIT 1`,
    query_params: seen.params,
    format: "JSONEachRow",
  });
  return result.json<SummaryRow>();
}

function lastMoments(rows: readonly SummaryRow[]): LastMoments {
  const moment = (row: SummaryRow | undefined): Moment =>
    row === undefined ? [null, "parked", false] : [row.fixTimeMs, row.movement, row.ignitionOn];
  return { place: moment(rows.findLast(({ placed }) => placed)), record: moment(rows.at(-1)) };
}

/** Each day's rows as a part of their own, in which nothing is summed. */
function unsummed(rows: readonly SummaryRow[]): SummedRecords[] {
  return [...Map.groupBy(rows, ({ fixTimeMs }) => dayOf(fixTimeMs)).values()].map((head) => ({
    firstMs: head[0]?.fixTimeMs ?? 0,
    head,
    stretch: null,
    tail: [],
  }));
}

/** The latest of each. What was said between the two no longer counts. */
function lastRows(moments: readonly LastMoments[]): SummaryRow[] {
  const later = (a: Moment, b: Moment) => (b[0] !== null && (a[0] === null || b[0] >= a[0]) ? b : a);
  const { place, record } = moments.reduce((last, each) => ({
    place: later(last.place, each.place),
    record: later(last.record, each.record),
  }));
  return [...rowOf(place, true), ...(place[0] === null ? [] : rowOf(record, false))];
}

function rowOf([fixTimeMs, movement, ignitionOn]: Moment, placed: boolean): SummaryRow[] {
  if (fixTimeMs === null) return [];
  return [{ fixTimeMs, placed, speedKmh: null, movement, ignitionOn, legMm: 0, legSource: "none" }];
}
