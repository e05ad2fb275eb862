import type { Principal, SummaryRow } from "@fleet/domain";

import type { ClickHouse } from "./client.ts";
import { allOf, visible, within, type HalfOpenRange, type VisibleHistory } from "./visible-history.ts";

/** What a summary is made of. */
export interface VisibleMovement {
  /** Length of the vehicle's legs that end before the range, millimetres. */
  readonly legsBeforeMm: number;
  /** As `summarise` takes them: the range's records and those at its edges, by time, in batches. */
  readonly rows: AsyncIterable<readonly SummaryRow[]>;
}

const seen = { time: "fix_time", device: "device_id" };

type SelectedRow = readonly [
  fixTimeMs: number,
  placed: 0 | 1,
  speedE2: number | null,
  movement: SummaryRow["movement"],
  ignitionOn: boolean,
  legMm: number,
  legSource: SummaryRow["legSource"],
];

/** A vehicle's records of a range, with what lies next to them: a leg cut by a boundary counts in part. */
export async function readMovement(
  clickhouse: ClickHouse,
  principal: Principal,
  wanted: { history: VisibleHistory; range: HalfOpenRange },
): Promise<VisibleMovement> {
  const scope = visible(principal, wanted.history, seen);
  const params = { ...scope.params, ...within("fix_time", wanted.range).params };
  const [before, after] = await Promise.all([
    clickhouse.query({
      query: `SELECT toUnixTimestamp64Milli(maxIfOrNull(fix_time, valid AND NOT leap)) AS placed_ms, sum(leg_mm) AS legs_mm
        FROM positions FINAL WHERE ${scope.sql} AND fix_time < fromUnixTimestamp64Milli({from:Int64}, 'UTC')`,
      query_params: params,
      format: "JSONEachRow",
    }),
    clickhouse.query({
      query: `SELECT toUnixTimestamp64Milli(fix_time) AS placed_ms FROM positions FINAL
        WHERE ${scope.sql} AND fix_time >= fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND valid AND NOT leap
        ORDER BY fix_time LIMIT 1`,
      query_params: params,
      format: "JSONEachRow",
    }),
  ]);
  const [past] = await before.json<{ placed_ms: number | null; legs_mm: number }>();
  const [next] = await after.json<{ placed_ms: number }>();
  const edges = {
    fromMs: past?.placed_ms ?? wanted.range.fromMs,
    toMs: (next?.placed_ms ?? wanted.range.toMs - 1) + 1,
  };
  const where = allOf([scope, within("fix_time", edges)]);
  const result = await clickhouse.query({
    query: `SELECT toUnixTimestamp64Milli(fix_time), toUInt8(valid AND NOT leap), speed_e2, movement, ignition_on, leg_mm, leg_source
      FROM positions FINAL WHERE ${where.sql} ORDER BY fix_time, ignition_on DESC, device_id, content_hash`,
    query_params: where.params,
    format: "JSONCompactEachRow",
  });
  const stream = result.stream<SelectedRow>();
  return {
    legsBeforeMm: past?.legs_mm ?? 0,
    rows: {
      async *[Symbol.asyncIterator]() {
        for await (const rows of stream) yield rows.map((row) => summaryRow(row.json()));
      },
    },
  };
}

function summaryRow([
  fixTimeMs,
  placed,
  speedE2,
  movement,
  ignitionOn,
  legMm,
  legSource,
]: SelectedRow): SummaryRow {
  const speedKmh = speedE2 === null ? null : speedE2 / 100;
  return { fixTimeMs, placed: placed === 1, speedKmh, movement, ignitionOn, legMm, legSource };
}
