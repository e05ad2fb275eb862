import type { Assignment, PageEdge, Principal } from "@fleet/domain";

/** A vehicle's records as one organisation may see them: those inside the vehicle's assignments. */
export interface VisibleHistory {
  readonly vehicleId: number;
  readonly assignments: readonly Assignment[];
  /** Positions before it are not shown, Unix milliseconds: of what was before, only the days' sums of legs count. */
  readonly positionsFromMs: number;
  /** Such days count whole that lie inside one of these, which have ended by then. */
  readonly expiredStays: readonly Assignment[];
}

/** Half-open, Unix milliseconds. */
export interface HalfOpenRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A condition and the parameters it names. */
export interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, number | string>>;
}

const instant = (parameter: string) => `fromUnixTimestamp64Milli({${parameter}:Int64}, 'UTC')`;

/**
 * Rows of a vehicle that the principal's organisation may see. `time` is the column that must lie inside an
 * assignment, and `lastTime`, where a row spans several records, inside the same; `device`, where the table has one,
 * must be the assignment's.
 */
export function visible(
  principal: Principal,
  history: VisibleHistory,
  columns: { time: string; lastTime?: string; device?: string },
): Condition {
  const params: Record<string, number> = {
    organisation: principal.organisationId,
    vehicle: history.vehicleId,
  };
  const intervals = history.assignments.map(({ deviceId, fromMs, toMs }, index) => {
    const parts = [`${columns.time} >= ${instant(`since${index}`)}`];
    params[`since${index}`] = fromMs;
    if (toMs !== null) {
      parts.push(`${columns.lastTime ?? columns.time} < ${instant(`until${index}`)}`);
      params[`until${index}`] = toMs;
    }
    if (columns.device !== undefined) {
      parts.push(`${columns.device} = {device${index}:UInt32}`);
      params[`device${index}`] = deviceId;
    }
    return `(${parts.join(" AND ")})`;
  });
  const inside = intervals.length === 0 ? "false" : `(${intervals.join(" OR ")})`;
  return {
    sql: `organisation_id = {organisation:UInt32} AND vehicle_id = {vehicle:UInt32} AND ${inside}`,
    params,
  };
}

/** Positions of a vehicle that the principal's organisation may see. */
export function visiblePositions(principal: Principal, history: VisibleHistory): Condition {
  return visible(principal, history, { time: "fix_time", device: "device_id" });
}

export function within(column: string, { fromMs, toMs }: HalfOpenRange): Condition {
  return {
    sql: `${column} >= ${instant("from")} AND ${column} < ${instant("to")}`,
    params: { from: fromMs, to: toMs },
  };
}

const comparisons = { after: ">", from: ">=", before: "<", upTo: "<=" } as const;

/** The condition of a page by a time column and what breaks its ties: `types` are those of the key's later members. */
export function beyondEdge(
  columns: readonly [time: string, ...others: string[]],
  types: readonly string[],
  edge: PageEdge<readonly [timeMs: number, ...others: (number | string)[]]> | null,
): Condition {
  if (edge === null) return { sql: "true", params: {} };
  const [timeMs, ...others] = edge.key;
  const key = [instant("edge"), ...types.map((type, index) => `{edge${index}:${type}}`)];
  return {
    sql: `(${columns.join(", ")}) ${comparisons[edge.op]} (${key.join(", ")})`,
    params: { edge: timeMs, ...Object.fromEntries(others.map((value, index) => [`edge${index}`, value])) },
  };
}

/** What orders a vehicle's positions and tells them apart. */
export type PositionPageKey = readonly [fixTimeMs: number, deviceId: number, contentHash: number];
export const positionKey = ["fix_time", "device_id", "content_hash"] as const;

export function beyondPosition(edge: PageEdge<PositionPageKey> | null): Condition {
  return beyondEdge(positionKey, ["UInt32", "UInt32"], edge);
}

/** Rows that stand, or with an instant those revised or withdrawn after it. */
export function changedSince(sinceMs: number | null): Condition {
  return sinceMs === null
    ? { sql: "NOT withdrawn", params: {} }
    : { sql: `updated_at > ${instant("changed")}`, params: { changed: sinceMs } };
}

export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(" AND "),
    params: Object.assign({}, ...conditions.map(({ params }) => params)),
  };
}
