import {
  offlineAfterMs,
  SummarySums,
  type Principal,
  type Summary,
  type SummaryRange,
  type SummaryRow,
  type SummaryStretch,
} from "@fleet/domain";

import type { ClickHouse } from "./client.ts";
import {
  allOf,
  visible,
  within,
  type Condition,
  type HalfOpenRange,
  type VisibleHistory,
} from "./visible-history.ts";

/** Beyond every fix, Unix milliseconds. */
const endOfTimeMs = Date.parse("2200-01-01T00:00:00Z");

/** What a summary is made of, in the order in which it takes them. */
export interface VisibleMovement {
  /** Length of the vehicle's legs that end before the range, millimetres. */
  readonly legsBeforeMm: number;
  /** The records from the last place before the range to the first inside it. */
  readonly head: readonly SummaryRow[];
  /** Those from there to the last place inside the range; null if it has none. */
  readonly stretch: SummaryStretch | null;
  /** The records behind it, and the first place beyond the range. */
  readonly tail: readonly SummaryRow[];
}

interface Scope {
  readonly principal: Principal;
  readonly history: VisibleHistory;
}

const seen = { time: "fix_time", device: "device_id" };
const placed = "(valid AND NOT leap)";
const ms = "toUnixTimestamp64Milli(fix_time)";
const row = `(${ms}, ${placed}, movement, ignition_on, leg_mm, leg_source)`;
/** In the order of the fold. */
const inOrder = "ORDER BY fix_time, ignition_on DESC, device_id, content_hash";

/**
 * A vehicle's records of a range, summed by ClickHouse but for those at its edges: a leg cut by a boundary counts in
 * part.
 */
export async function readMovement(
  clickhouse: ClickHouse,
  principal: Principal,
  { history, range }: { history: VisibleHistory; range: HalfOpenRange },
): Promise<VisibleMovement> {
  const scope = { principal, history };
  const [before, inside, next] = await Promise.all([
    readBefore(clickhouse, scope, range.fromMs),
    readInside(clickhouse, scope, range),
    readNextPlace(clickhouse, scope, range.toMs),
  ]);
  return {
    legsBeforeMm: before.legsMm,
    head: [...before.rows, ...inside.head],
    stretch: inside.stretch,
    tail: [...inside.tail, ...next],
  };
}

/** The range's sums. `range.odometerMm` is the vehicle's offset; the sums begin with the odometer at their first row. */
export function sumMovement(
  { legsBeforeMm, head, stretch, tail }: VisibleMovement,
  range: SummaryRange,
): Summary {
  const laterMm = head
    .slice(1)
    .reduce((mm, { fixTimeMs, legMm }) => mm + (fixTimeMs < range.fromMs ? legMm : 0), 0);
  const sums = new SummarySums({ ...range, odometerMm: range.odometerMm + legsBeforeMm - laterMm });
  for (const edge of head) sums.add(edge);
  if (stretch !== null) sums.addStretch(stretch);
  for (const edge of tail) sums.add(edge);
  return sums.finish();
}

/** The length of all legs before an instant, and the records from the last place before it on. */
async function readBefore(
  clickhouse: ClickHouse,
  scope: Scope,
  beforeMs: number,
): Promise<{ legsMm: number; rows: SummaryRow[] }> {
  const past = spanned(scope, { fromMs: null, toMs: beforeMs });
  const summed = await clickhouse.query({
    query: `SELECT sum(leg_mm) AS legs_mm, maxIfOrNull(${ms}, ${placed}) AS place_ms FROM positions FINAL WHERE ${past.sql}`,
    query_params: past.params,
    format: "JSONEachRow",
  });
  const [sums] = await summed.json<{ legs_mm: number; place_ms: number | null }>();
  if (sums === undefined || sums.place_ms === null) return { legsMm: sums?.legs_mm ?? 0, rows: [] };
  const since = spanned(scope, { fromMs: sums.place_ms, toMs: beforeMs });
  const found = await clickhouse.query({
    query: `SELECT ${row} AS row FROM positions FINAL WHERE ${since.sql} ${inOrder}`,
    query_params: since.params,
    format: "JSONEachRow",
  });
  return { legsMm: sums.legs_mm, rows: (await found.json<Selected>()).map(summaryRow) };
}

/** The first place at or after an instant, if there is one. */
async function readNextPlace(clickhouse: ClickHouse, scope: Scope, fromMs: number): Promise<SummaryRow[]> {
  const future = spanned(scope, { fromMs, toMs: null });
  const found = await clickhouse.query({
    query: `SELECT ${row} AS row FROM positions FINAL WHERE ${future.sql} AND ${placed} ${inOrder} LIMIT 1`,
    query_params: future.params,
    format: "JSONEachRow",
  });
  return (await found.json<Selected>()).map(summaryRow);
}

async function readInside(
  clickhouse: ClickHouse,
  scope: Scope,
  range: HalfOpenRange,
): Promise<Pick<VisibleMovement, "head" | "stretch" | "tail">> {
  const inside = spanned(scope, range);
  const result = await clickhouse.query({
    query: insideQuery(inside.sql),
    query_params: inside.params,
    format: "JSONEachRow",
    clickhouse_settings: {
      // One stream, so that the arrays are gathered in the order that the rows were sorted to.
      max_threads: 1,
      // Reading in the key's order costs more here than sorting what is nearly sorted.
      optimize_read_in_order: 0,
    },
  });
  const [found] = await result.json<SelectedInside>();
  if (found === undefined) return { head: [], stretch: null, tail: [] };
  return {
    head: found.head.map((edge) => summaryRow({ row: edge })),
    stretch: found.last_ms === null ? null : summaryStretch(found, found.last_ms),
    tail: found.tail.map((edge) => summaryRow({ row: edge })),
  };
}

/** The vehicle's visible records of [fromMs, toMs); a null bound is none. */
function spanned(
  { principal, history }: Scope,
  { fromMs, toMs }: { fromMs: number | null; toMs: number | null },
): Condition {
  const from = within("fix_time", { fromMs: fromMs ?? 0, toMs: toMs ?? endOfTimeMs });
  return allOf([visible(principal, history, seen), from]);
}

/**
 * As `SummarySums` sums row by row, on arrays: between two rows lasts what the earlier said, for 600 s after the last
 * place. What is summed begins with the first place and ends with the last; the leg to the first began before the
 * range. Without any place every record is an edge.
 */
function insideQuery(where: string): string {
  const summed = (array: string) => `arraySlice(${array}, begun + 1, ended - begun)`;
  const rows = (offset: string, length: string) =>
    `arrayZip(${["at", "placed", "movement", "ignition", "leg", "source"]
      .map((name) => `arraySlice(${name}s, ${offset}, ${length})`)
      .join(", ")})`;
  const spent = (condition: string) =>
    `arraySum((since, counted, movement, on) -> if(${condition}, counted - since, 0), times, until, summed_movements, summed_ignitions)`;
  return `WITH ifNull(first_ms, ${endOfTimeMs}) AS from_ms, ifNull(last_ms, ${endOfTimeMs}) AS to_ms,
      if(first_ms IS NULL, 0, arrayCount(at -> at < from_ms, ats)) AS begun,
      if(first_ms IS NULL, 0, arrayCount(at -> at <= to_ms, ats)) AS ended,
      ${summed("ats")} AS times, ${summed("movements")} AS summed_movements, ${summed("ignitions")} AS summed_ignitions,
      arrayFill(place -> place > 0, arrayMap((at, is_placed) -> if(is_placed, at, 0), times, ${summed("placeds")})) AS places,
      arrayPopFront(arrayPushBack(times, to_ms)) AS ends,
      arrayMap((since, end, place) -> greatest(since, least(end, place + ${offlineAfterMs})), times, ends, places) AS until
    SELECT last_ms, max_speed_e2,
      ${rows("1", "arrayCount(at -> at <= from_ms, ats)")} AS head,
      ${rows("if(first_ms IS NULL, length(ats), ended) + 1", "length(ats)")} AS tail,
      arraySum((leg, at) -> if(at > from_ms, leg, 0), legs, ats) AS legs_mm,
      arrayDistinct(arrayFilter((source, leg, at) -> leg > 0 AND at > from_ms, sources, legs, ats)) AS leg_sources,
      summed_movements[-1] AS last_movement, summed_ignitions[-1] AS last_ignition,
      ${spent("movement = 'moving'")} AS moving_ms, ${spent("movement = 'idle'")} AS idle_ms,
      ${spent("movement = 'parked'")} AS parked_ms, ${spent("on")} AS engine_ms,
      arrayFilter(silence -> silence.2 > silence.1,
        arrayMap((counted, end, on) -> (counted, if(on, counted, end)), until, ends, summed_ignitions)) AS silences
    FROM (
      SELECT groupArray(at_ms) AS ats, groupArray(is_placed) AS placeds, groupArray(movement) AS movements,
        groupArray(ignition_on) AS ignitions, groupArray(if(is_placed, leg_mm, 0)) AS legs, groupArray(leg_source) AS sources,
        minIfOrNull(at_ms, is_placed) AS first_ms, maxIfOrNull(at_ms, is_placed) AS last_ms,
        maxIfOrNull(speed_e2, is_placed) AS max_speed_e2
      FROM (
        SELECT ${ms} AS at_ms, ${placed} AS is_placed, speed_e2, movement, ignition_on, leg_mm, leg_source
        FROM positions FINAL WHERE ${where} ${inOrder}
      )
    )`;
}

type SelectedRow = readonly [
  fixTimeMs: number,
  placed: boolean,
  movement: SummaryRow["movement"],
  ignitionOn: boolean,
  legMm: number,
  legSource: SummaryRow["legSource"],
];

interface Selected {
  readonly row: SelectedRow;
}

interface SelectedInside {
  /** Of the last place; null if there is none. */
  readonly last_ms: number | null;
  readonly head: readonly SelectedRow[];
  readonly tail: readonly SelectedRow[];
  readonly legs_mm: number;
  readonly leg_sources: readonly SummaryRow["legSource"][];
  readonly max_speed_e2: number | null;
  readonly last_movement: SummaryRow["movement"];
  readonly last_ignition: boolean;
  readonly moving_ms: number;
  readonly idle_ms: number;
  readonly parked_ms: number;
  readonly engine_ms: number;
  readonly silences: readonly (readonly [fromMs: number, toMs: number])[];
}

function summaryStretch(found: SelectedInside, endMs: number): SummaryStretch {
  return {
    endMs,
    movement: found.last_movement,
    ignitionOn: found.last_ignition,
    ms: { moving: found.moving_ms, idle: found.idle_ms, parked: found.parked_ms, engine: found.engine_ms },
    silences: found.silences,
    legsMm: found.legs_mm,
    legSources: found.leg_sources,
    maxSpeedKmh: found.max_speed_e2 === null ? null : found.max_speed_e2 / 100,
  };
}

/** Without its speed: the greatest inside the range comes with the sums. */
function summaryRow({
  row: [fixTimeMs, isPlaced, movement, ignitionOn, legMm, legSource],
}: Selected): SummaryRow {
  return { fixTimeMs, placed: isPlaced, speedKmh: null, movement, ignitionOn, legMm, legSource };
}
