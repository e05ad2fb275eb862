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
import { allOf, visible, within, type HalfOpenRange, type VisibleHistory } from "./visible-history.ts";

/** What a summary is made of, in the order in which it takes them. */
export interface VisibleMovement {
  /** Length of the vehicle's legs that end before the range, millimetres. */
  readonly legsBeforeMm: number;
  /** The records from the last place before the range to the first inside it. */
  readonly head: readonly SummaryRow[];
  /** Those from there to the last place inside the range; null if it has at most one. */
  readonly stretch: SummaryStretch | null;
  /** The records behind it, up to the first place beyond the range. */
  readonly tail: readonly SummaryRow[];
}

const seen = { time: "fix_time", device: "device_id" };
const placed = "(valid AND NOT leap)";
const ms = "toUnixTimestamp64Milli(fix_time)";

/**
 * A vehicle's records of a range, summed by ClickHouse but for those at its edges: a leg cut by a boundary counts in
 * part.
 */
export async function readMovement(
  clickhouse: ClickHouse,
  principal: Principal,
  wanted: { history: VisibleHistory; range: HalfOpenRange },
): Promise<VisibleMovement> {
  const scope = visible(principal, wanted.history, seen);
  const edges = await readEdges(clickhouse, scope, wanted.range);
  const around = within("fix_time", {
    fromMs: edges.before_ms ?? wanted.range.fromMs,
    toMs: (edges.after_ms ?? wanted.range.toMs - 1) + 1,
  });
  const where = allOf([scope, around]);
  // Without a place inside the range nothing is summed: every record is an edge.
  const first_ms = edges.first_ms ?? 2 ** 52;
  const last_ms = edges.last_ms ?? first_ms;
  const result = await clickhouse.query({
    query: movementQuery(where.sql),
    query_params: { ...where.params, first_ms, last_ms },
    format: "JSONEachRow",
    // One stream, so that the arrays are gathered in the order that the rows were sorted to.
    clickhouse_settings: { max_threads: 1 },
  });
  const [row] = await result.json<SelectedMovement>();
  return {
    legsBeforeMm: edges.legs_before_mm,
    head: row?.head.map(summaryRow) ?? [],
    stretch: row === undefined || first_ms === last_ms ? null : summaryStretch(row, last_ms),
    tail: row?.tail.map(summaryRow) ?? [],
  };
}

/** The range's sums. `range.odometerMm` is the vehicle's offset; the sums begin with the odometer at their first row. */
export function sumMovement(
  { legsBeforeMm, head, stretch, tail }: VisibleMovement,
  range: SummaryRange,
): Summary {
  const laterMm = head.slice(1).reduce((mm, row) => mm + (row.fixTimeMs < range.fromMs ? row.legMm : 0), 0);
  const sums = new SummarySums({ ...range, odometerMm: range.odometerMm + legsBeforeMm - laterMm });
  for (const row of head) sums.add(row);
  if (stretch !== null) sums.addStretch(stretch);
  for (const row of tail) sums.add(row);
  return sums.finish();
}

/** Places next to the range's boundaries on either side, Unix milliseconds, and the legs that end before it. */
interface Edges {
  readonly before_ms: number | null;
  readonly first_ms: number | null;
  readonly last_ms: number | null;
  readonly after_ms: number | null;
  readonly legs_before_mm: number;
}

async function readEdges(
  clickhouse: ClickHouse,
  scope: { readonly sql: string; readonly params: object },
  range: HalfOpenRange,
): Promise<Edges> {
  const query_params = { ...scope.params, ...within("fix_time", range).params };
  const from = "fix_time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')";
  const to = "fix_time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')";
  const [upTo, after] = await Promise.all([
    clickhouse.query({
      query: `SELECT toUnixTimestamp64Milli(maxIfOrNull(fix_time, ${placed} AND NOT ${from})) AS before_ms,
          toUnixTimestamp64Milli(minIfOrNull(fix_time, ${placed} AND ${from})) AS first_ms,
          toUnixTimestamp64Milli(maxIfOrNull(fix_time, ${placed} AND ${from})) AS last_ms,
          sumIf(leg_mm, NOT ${from}) AS legs_before_mm
        FROM positions FINAL WHERE ${scope.sql} AND ${to}`,
      query_params,
      format: "JSONEachRow",
    }),
    clickhouse.query({
      query: `SELECT ${ms} AS after_ms FROM positions FINAL
        WHERE ${scope.sql} AND NOT ${to} AND ${placed} ORDER BY fix_time LIMIT 1`,
      query_params,
      format: "JSONEachRow",
    }),
  ]);
  const [found] = await upTo.json<Omit<Edges, "after_ms">>();
  const [next] = await after.json<{ after_ms: number }>();
  return {
    ...(found ?? { before_ms: null, first_ms: null, last_ms: null, legs_before_mm: 0 }),
    after_ms: next?.after_ms ?? null,
  };
}

/**
 * As `SummarySums` sums row by row, on arrays: between two rows lasts what the earlier said, for 600 s after the last
 * place. A record in the same instant as the first place comes whole, its leg began before the range.
 */
function movementQuery(where: string): string {
  const inside = "at_ms > {first_ms:Int64} AND at_ms <= {last_ms:Int64}";
  const spent = (condition: string) =>
    `arraySum((since, counted, movement, on) -> if(${condition}, counted - since, 0), times, until, movements, ignitions)`;
  return `WITH arrayFill(place -> place > 0, placed_times) AS places, arrayPopFront(arrayPushBack(times, {last_ms:Int64})) AS ends,
      arrayMap((since, end, place) -> greatest(since, least(end, place + ${offlineAfterMs})), times, ends, places) AS until
    SELECT head, tail, legs_mm, leg_sources, max_speed_e2, movements[-1] AS last_movement, ignitions[-1] AS last_ignition,
      ${spent("movement = 'moving'")} AS moving_ms, ${spent("movement = 'idle'")} AS idle_ms,
      ${spent("movement = 'parked'")} AS parked_ms, ${spent("on")} AS engine_ms,
      arrayFilter(silence -> silence.2 > silence.1,
        arrayMap((counted, end, on) -> (counted, if(on, counted, end)), until, ends, ignitions)) AS silences
    FROM (
      SELECT groupArrayIf(row, at_ms <= {first_ms:Int64}) AS head, groupArrayIf(row, at_ms > {last_ms:Int64}) AS tail,
        groupArrayIf(at_ms, summed) AS times, groupArrayIf(if(is_placed, at_ms, 0), summed) AS placed_times,
        groupArrayIf(movement, summed) AS movements, groupArrayIf(ignition_on, summed) AS ignitions,
        sumIf(leg_mm, is_placed AND ${inside}) AS legs_mm,
        groupUniqArrayIf(leg_source, is_placed AND leg_mm > 0 AND ${inside}) AS leg_sources,
        maxIfOrNull(speed_e2, is_placed AND ${inside}) AS max_speed_e2
      FROM (
        SELECT ${ms} AS at_ms, ${placed} AS is_placed, speed_e2, movement, ignition_on, leg_mm, leg_source,
          at_ms >= {first_ms:Int64} AND at_ms <= {last_ms:Int64} AS summed,
          (at_ms, is_placed, speed_e2, movement, ignition_on, leg_mm, leg_source) AS row
        FROM positions FINAL WHERE ${where} ORDER BY fix_time, ignition_on DESC, device_id, content_hash
      )
    )`;
}

type SelectedRow = readonly [
  fixTimeMs: number,
  placed: boolean,
  speedE2: number | null,
  movement: SummaryRow["movement"],
  ignitionOn: boolean,
  legMm: number,
  legSource: SummaryRow["legSource"],
];

interface SelectedMovement {
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

function summaryStretch(row: SelectedMovement, endMs: number): SummaryStretch {
  return {
    endMs,
    movement: row.last_movement,
    ignitionOn: row.last_ignition,
    ms: { moving: row.moving_ms, idle: row.idle_ms, parked: row.parked_ms, engine: row.engine_ms },
    silences: row.silences,
    legsMm: row.legs_mm,
    legSources: row.leg_sources,
    maxSpeedKmh: unscaled(row.max_speed_e2),
  };
}

function summaryRow([fixTimeMs, isPlaced, speedE2, ...rest]: SelectedRow): SummaryRow {
  const [movement, ignitionOn, legMm, legSource] = rest;
  const speedKmh = unscaled(speedE2);
  return { fixTimeMs, placed: isPlaced, speedKmh, movement, ignitionOn, legMm, legSource };
}

function unscaled(speedE2: number | null): number | null {
  return speedE2 === null ? null : speedE2 / 100;
}
