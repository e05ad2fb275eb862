import {
  dayMs,
  dayOf,
  SummarySums,
  type Principal,
  type Summary,
  type SummaryRange,
  type SummaryRow,
} from "@fleet/domain";

import {
  edgeRows,
  inFoldOrder,
  inOneStream,
  placed,
  silentMovement,
  summedRecords,
  summedTuple,
  type SummedRecords,
  type SummedTuple,
} from "./movement-sums.ts";
import type { Reader } from "./reader.ts";
import { StoredRecords, storedRecordColumns, type LastMoments, type Moment } from "./stored-records.ts";
import { asDate, inDays, inDeviceDays, type DeviceDay } from "./vehicle-days.ts";
import { visibleDays } from "./visible-days.ts";
import {
  visiblePositions,
  type Condition,
  type HalfOpenRange,
  type VisibleHistory,
} from "./visible-history.ts";

/** What a summary is made of, in the order in which it takes them. */
export interface VisibleMovement {
  /** Length of the vehicle's legs that end before the range, millimetres. */
  readonly legsBeforeMm: number;
  /** The last place before the range that is kept and what the last record before it said; none without such a place. */
  readonly before: readonly SummaryRow[];
  /** The records of the range, in parts that follow one another. */
  readonly inside: readonly (SummedRecords | StoredRecords)[];
  /** The first place beyond it, and those of the same instant. */
  readonly next: readonly SummaryRow[];
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
  const seen = visiblePositions(principal, history);
  const cut = [range.fromMs, range.toMs].filter((atMs) => atMs % dayMs !== 0).map(dayOf);
  const [days, ofCut] = await Promise.all([
    readDays(reader, visibleDays(principal, history), range),
    cut.length === 0 ? [] : readRecords(reader, seen, inDays(cut)),
  ]);
  const open = days.open.filter(([day]) => !cut.includes(day));
  // Of a day that two stays of a device lie on, that of another between them is read, too, and not taken by its sum.
  const openOn = new Set(open.map(([day]) => day));
  const isBesideOpen = ({ firstMs }: { firstMs: number }) => openOn.has(dayOf(firstMs));
  const beside = days.inside.filter(isBesideOpen).map(({ firstMs }) => dayOf(firstMs));
  const ofOpen =
    open.length === 0 ? [] : await readRecords(reader, seen, `(${inDeviceDays(open)} OR ${inDays(beside)})`);
  const [earlier, inside, beyond]: [StoredRecords[], StoredRecords[], StoredRecords[]] = [[], [], []];
  for (const ofDay of [...ofCut, ...ofOpen]) {
    const [before, onwards] = ofDay.splitAt(range.fromMs);
    const [within, after] = onwards.splitAt(range.toMs);
    earlier.push(before);
    if (!within.isEmpty) inside.push(within);
    beyond.push(after);
  }
  return {
    legsBeforeMm: earlier.reduce((mm, records) => mm + records.legsMm(), days.legsBeforeMm),
    before: lastRows(
      [days.before, ...earlier.map((records) => records.lastMoments())],
      history.positionsFromMs,
    ),
    inside: [...days.inside.filter((summed) => !isBesideOpen(summed)), ...inside].sort(byTime),
    next:
      firstOf(beyond, (records) => records.firstPlaces()) ??
      firstPlaces(
        [...(await readFirstPlaces(reader, seen, days.openAfter)), ...days.nextHead].sort(byFixTime),
      ) ??
      [],
  };
}

/**
 * The range's sums. `range.odometerMm` is the vehicle's offset; the sums begin with the odometer at their first row.
 * Where the range begins before what is kept, nothing is known of the time between.
 */
export function sumMovement(movement: VisibleMovement, range: SummaryRange): Summary {
  const { legsBeforeMm, before, inside, next } = movement;
  // The leg to the first place that is known of began where nothing is; it counts as driven before.
  const first = before.length === 0 ? (firstOf(inside, firstPlacesIn) ?? next).at(0) : undefined;
  const odometerMm = range.odometerMm + legsBeforeMm + (first?.legMm ?? 0);
  const sums = new SummarySums({ ...range, odometerMm });
  for (const row of before) sums.add(row);
  for (const records of inside)
    if (records instanceof StoredRecords) records.addTo(sums);
    else {
      for (const row of records.head) sums.add(row);
      if (records.stretch !== null) sums.addStretch(records.stretch);
      for (const row of records.tail) sums.add(row);
    }
  for (const row of next) sums.add(row);
  return sums.finish();
}

const byTime = (a: { firstMs: number }, b: { firstMs: number }) => a.firstMs - b.firstMs;
const byFixTime = (a: SummaryRow, b: SummaryRow) => a.fixTimeMs - b.fixTimeMs;

/** Null where none of them has a place. */
function firstPlaces(rows: readonly SummaryRow[]): readonly SummaryRow[] | null {
  const first = rows.find(({ placed }) => placed);
  return first === undefined
    ? null
    : rows.filter(({ placed, fixTimeMs }) => placed && fixTimeMs === first.fixTimeMs);
}

const firstPlacesIn = (records: SummedRecords | StoredRecords) =>
  records instanceof StoredRecords ? records.firstPlaces() : firstPlaces(records.head);

/** What is found in the first of the parts, which follow one another, that has any. */
function firstOf<Part, Found>(parts: readonly Part[], find: (part: Part) => Found | null): Found | null {
  for (const part of parts) {
    const found = find(part);
    if (found !== null) return found;
  }
  return null;
}

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

/** Records of whole days, each day's by themselves. */
async function readRecords(reader: Reader, seen: Condition, ofDays: string): Promise<StoredRecords[]> {
  const answer = await reader.selectBinary({
    query: `SELECT ${storedRecordColumns} FROM positions FINAL WHERE ${seen.sql} AND ${ofDays} ${inFoldOrder}`,
    params: seen.params,
    settings: inOneStream,
  });
  return StoredRecords.of(answer).byDay();
}

/** The first place of some days, and those of the same instant. */
async function readFirstPlaces(
  reader: Reader,
  seen: Condition,
  days: readonly DeviceDay[],
): Promise<readonly SummaryRow[]> {
  if (days.length === 0) return [];
  const first = `SELECT * FROM positions FINAL WHERE ${seen.sql} AND ${inDeviceDays(days)} AND ${placed}
    ORDER BY fix_time LIMIT 1 WITH TIES`;
  return reader.select<SummaryRow>({
    query: `SELECT toUnixTimestamp64Milli(fix_time) AS fixTimeMs, true AS placed, NULL AS speedKmh, ${silentMovement} AS movement,
        ignition_on AS ignitionOn, leg_mm AS legMm, leg_source AS legSource
      FROM (${first}) ${inFoldOrder}`,
    params: seen.params,
  });
}

/** The latest of each, if the place is not from before `sinceMs`. What was said between the two no longer counts. */
function lastRows(moments: readonly LastMoments[], sinceMs: number): SummaryRow[] {
  const later = (a: Moment, b: Moment) => (b[0] !== null && (a[0] === null || b[0] >= a[0]) ? b : a);
  const { place, record } = moments.reduce((last, each) => ({
    place: later(last.place, each.place),
    record: later(last.record, each.record),
  }));
  return place[0] === null || place[0] < sinceMs ? [] : [...rowOf(place, true), ...rowOf(record, false)];
}

function rowOf([fixTimeMs, movement, ignitionOn]: Moment, placed: boolean): SummaryRow[] {
  if (fixTimeMs === null) return [];
  return [{ fixTimeMs, placed, speedKmh: null, movement, ignitionOn, legMm: 0, legSource: "none" }];
}
