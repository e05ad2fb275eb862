import {
  SummarySums,
  type MovementStatus,
  type Principal,
  type Summary,
  type SummaryRange,
  type SummaryRow,
} from "@fleet/domain";

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
import type { Reader } from "./reader.ts";
import { RowBinaryColumns } from "./row-binary-columns.ts";
import { dayMs } from "./time-range.ts";
import { asDate, dayOf, inDays, inDeviceDays, type DeviceDay } from "./vehicle-days.ts";
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
  reader: Reader,
  principal: Principal,
  { history, range }: { history: VisibleHistory; range: HalfOpenRange },
): Promise<VisibleMovement> {
  const seen = visible(principal, history, { time: "fix_time", device: "device_id" });
  const cut = [range.fromMs, range.toMs].filter((atMs) => atMs % dayMs !== 0).map(dayOf);
  const [days, ofCut] = await Promise.all([
    readDays(reader, visibleDays(principal, history), range),
    cut.length === 0 ? new Array<SummaryRow>() : readRows(reader, seen, inDays(cut)),
  ]);
  const open = days.open.filter(([day]) => !cut.includes(day));
  const rows = open.length === 0 ? ofCut : ofCut.concat(await readRows(reader, seen, inDeviceDays(open)));
  rows.sort(byFixTime);
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
      firstPlace([...(await readFirstPlace(reader, seen, days.openAfter)), ...days.nextHead].sort(byFixTime)),
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
  reader: Reader,
  { ofVehicle, usable }: ReturnType<typeof visibleDays>,
  { fromMs, toMs }: HalfOpenRange,
) {
  const [row] = await reader.select<SelectedDays>({
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
    params: {
      ...ofVehicle.params,
      began: asDate(dayOf(fromMs)),
      wholeFrom: asDate(Math.ceil(fromMs / dayMs)),
      wholeTo: asDate(dayOf(toMs)),
      beyond: asDate(Math.ceil(toMs / dayMs)),
    },
  });
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

/** Positions of whole days, in the order of the fold. They come as columns of numbers: there may be thousands. */
async function readRows(reader: Reader, seen: Condition, ofDays: string): Promise<SummaryRow[]> {
  const columns = new RowBinaryColumns(
    await reader.selectBinary({
      query: `SELECT groupArray(toFloat64(toUnixTimestamp64Milli(fix_time))), groupArray(valid AND NOT leap),
          groupArray(toInt32(ifNull(speed_e2, -1))), groupArray(toUInt8(movement)), groupArray(toUInt8(ignition_on)),
          groupArray(toFloat64(leg_mm)), groupArray(toUInt8(leg_source))
        FROM (SELECT * FROM positions FINAL WHERE ${seen.sql} AND ${ofDays} ${inFoldOrder})`,
      params: seen.params,
      settings: inOneStream,
    }),
  );
  const at = columns.float64s();
  const placed = columns.uint8s();
  const speed = columns.int32s();
  const movement = columns.uint8s();
  const ignition = columns.uint8s();
  const leg = columns.float64s();
  const source = columns.uint8s();
  return Array.from(at, (fixTimeMs, i) => {
    const speedE2 = speed[i] ?? -1;
    return {
      fixTimeMs,
      placed: placed[i] === 1,
      speedKmh: speedE2 < 0 ? null : speedE2 / 100,
      movement: movements[movement[i] ?? 0] ?? "parked",
      ignitionOn: ignition[i] === 1,
      legMm: leg[i] ?? 0,
      legSource: legSources[source[i] ?? 0] ?? "none",
    };
  });
}

/** The first place of some days. */
async function readFirstPlace(
  reader: Reader,
  seen: Condition,
  days: readonly DeviceDay[],
): Promise<readonly SummaryRow[]> {
  if (days.length === 0) return [];
  return reader.select<SummaryRow>({
    query: `SELECT toUnixTimestamp64Milli(fix_time) AS fixTimeMs, true AS placed, NULL AS speedKmh, movement,
        ignition_on AS ignitionOn, leg_mm AS legMm, leg_source AS legSource
      FROM positions FINAL WHERE ${seen.sql} AND ${inDeviceDays(days)} AND valid AND NOT leap
      ${inFoldOrder} LIMIT 1`,
    params: seen.params,
  });
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
