import { cutPage, isBackward, type PageRequest, type PageRows, type Principal } from "@fleet/domain";

import type { ClickHouse } from "./client.ts";
import {
  allOf,
  beside,
  visible,
  within,
  type HalfOpenRange,
  type VisibleHistory,
} from "./visible-history.ts";

/** What orders a vehicle's positions and tells them apart. */
export type PositionPageKey = readonly [fixTimeMs: number, deviceId: number, contentHash: number];

/** A stored position in the table's units. */
export interface VisiblePosition {
  readonly fix_time_ms: number;
  readonly device_id: number;
  readonly content_hash: number;
  readonly device_delay_ms: number | null;
  readonly receive_delay_s: number;
  readonly lat_e7: number;
  readonly lng_e7: number;
  readonly speed_e2: number | null;
  readonly course_e2: number | null;
  readonly altitude_e1: number | null;
  readonly ignition_on: boolean;
  readonly satellites: number | null;
  readonly hdop_e2: number | null;
  readonly alarms: readonly string[];
  readonly attributes: string;
  readonly leap: boolean;
  /** Length of all the vehicle's visible legs up to here, its own included. */
  readonly legs_mm: number;
}

const columns = `toUnixTimestamp64Milli(fix_time) AS fix_time_ms, device_id, content_hash, device_delay_ms,
  receive_delay_s, lat_e7, lng_e7, speed_e2, course_e2, altitude_e1, ignition_on, satellites, hdop_e2, alarms,
  attributes, leap, leg_mm`;
const key = ["fix_time", "device_id", "content_hash"] as const;
const keyTypes = ["UInt32", "UInt32"];
const seen = { time: "fix_time", device: "device_id" };

/** One page of the valid positions in a range, by time, then device and content. */
export async function listPositions(
  clickhouse: ClickHouse,
  principal: Principal,
  wanted: { history: VisibleHistory; range: HalfOpenRange; page: PageRequest<PositionPageKey> },
): Promise<PageRows<VisiblePosition>> {
  const { history, range, page } = wanted;
  const where = allOf([
    visible(principal, history, seen),
    within("fix_time", range),
    beside(key, keyTypes, page.edge),
  ]);
  const direction = isBackward(page) ? "DESC" : "ASC";
  const result = await clickhouse.query({
    query: `SELECT ${columns} FROM positions FINAL WHERE ${where.sql} AND valid
      ORDER BY ${key.map((column) => `${column} ${direction}`).join(", ")} LIMIT {limit:UInt32}`,
    query_params: { ...where.params, limit: page.limit + 1 },
    format: "JSONEachRow",
  });
  const found = await result.json<Omit<VisiblePosition, "legs_mm"> & { leg_mm: number }>();
  const { rows, more } = cutPage(page, found);
  const [first] = rows;
  if (first === undefined) return { rows: [], more };
  let legsMm = await legsBefore(clickhouse, principal, history, first);
  return {
    more,
    // Records left out of the list, without a valid position, have no leg.
    rows: rows.map((row) => Object.assign(row, { legs_mm: (legsMm += row.leg_mm) })),
  };
}

async function legsBefore(
  clickhouse: ClickHouse,
  principal: Principal,
  history: VisibleHistory,
  first: { fix_time_ms: number; device_id: number; content_hash: number },
): Promise<number> {
  const edge = beside(key, keyTypes, {
    op: "before",
    key: [first.fix_time_ms, first.device_id, first.content_hash],
  });
  const upTo = { sql: "fix_time <= fromUnixTimestamp64Milli({edge:Int64}, 'UTC')", params: {} };
  const where = allOf([visible(principal, history, seen), upTo, edge]);
  const result = await clickhouse.query({
    query: `SELECT sum(leg_mm) AS legs_mm FROM positions FINAL WHERE ${where.sql}`,
    query_params: where.params,
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ legs_mm: number }>();
  return row?.legs_mm ?? 0;
}

/**
 * Length in millimetres of the vehicle's visible legs up to each of the instants (Unix milliseconds), which are in
 * any order and may repeat: one query for all of them.
 */
export async function legSumsAt(
  clickhouse: ClickHouse,
  principal: Principal,
  wanted: { history: VisibleHistory; instantsMs: readonly number[] },
): Promise<ReadonlyMap<number, number>> {
  // Negated, because roundDown finds the greatest bound below a number, and a leg counts from its end on.
  const bounds = [...new Set(wanted.instantsMs)].toSorted((a, b) => a - b);
  const last = bounds.at(-1);
  if (last === undefined) return new Map();
  const where = visible(principal, wanted.history, seen);
  const result = await clickhouse.query({
    query: `SELECT -roundDown(-toUnixTimestamp64Milli(fix_time), {bounds:Array(Int64)}) AS bound, sum(leg_mm) AS mm
      FROM positions FINAL
      WHERE ${where.sql} AND fix_time <= fromUnixTimestamp64Milli({last:Int64}, 'UTC') GROUP BY bound`,
    query_params: { ...where.params, last, bounds: bounds.map((bound) => -bound).toReversed() },
    format: "JSONEachRow",
  });
  const between = new Map(
    (await result.json<{ bound: number; mm: number }>()).map((row) => [row.bound, row.mm]),
  );
  let sum = 0;
  return new Map(bounds.map((bound) => [bound, (sum += between.get(bound) ?? 0)]));
}

/** A point of a track: fix time (Unix milliseconds), degrees × 10^7, metres × 10, km/h × 100, degrees × 100. */
export type TrackPoint = readonly [
  fixTimeMs: number,
  latE7: number,
  lngE7: number,
  altitudeE1: number | null,
  speedE2: number | null,
  courseE2: number | null,
  ignitionOn: boolean,
];

/**
 * The valid positions of a range as batches, in order. Resolves once ClickHouse has begun to answer; what the reader
 * does not take is not fetched, and leaving the loop early ends the query.
 */
export async function streamTrack(
  clickhouse: ClickHouse,
  principal: Principal,
  wanted: { history: VisibleHistory; range: HalfOpenRange },
): Promise<AsyncIterable<readonly TrackPoint[]>> {
  const where = allOf([visible(principal, wanted.history, seen), within("fix_time", wanted.range)]);
  const result = await clickhouse.query({
    query: `SELECT toUnixTimestamp64Milli(fix_time), lat_e7, lng_e7, altitude_e1, speed_e2, course_e2, ignition_on
      FROM positions FINAL WHERE ${where.sql} AND valid ORDER BY ${key.join(", ")}`,
    query_params: where.params,
    format: "JSONCompactEachRow",
  });
  const stream = result.stream<TrackPoint>();
  return {
    async *[Symbol.asyncIterator]() {
      for await (const rows of stream) yield rows.map((row) => row.json());
    },
  };
}
