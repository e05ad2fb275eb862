import { cutPage, type MovementStatus, type PageRequest, type PageRows, type Principal } from "@fleet/domain";
import { sql, type SQL } from "drizzle-orm";

import type { Executor } from "./database.ts";
import type { IdKey } from "./page-order.ts";
import { vehicles, vehicleStates } from "./schema/index.ts";
import { createStatement, epochMs, parameter } from "./statement.ts";

/** A vehicle's live state as last derived; all but the vehicle's own is null for one never heard of. */
export interface LiveStateRow {
  readonly vehicle_id: number;
  readonly odometer_offset_m: number | null;
  /** Instants are Unix milliseconds. */
  readonly fix_time_ms: number | null;
  readonly device_time_ms: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly speed_kmh: number | null;
  readonly course: number | null;
  readonly altitude: number | null;
  readonly ignition: boolean | null;
  readonly ignition_source: "reported" | "inferred" | null;
  readonly movement_status: MovementStatus | null;
  readonly status_since_ms: number | null;
  readonly legs_mm: number | null;
}

// A state that another organisation left behind is not this one's to see.
const selectStates = sql`
  SELECT v.id AS vehicle_id, v.odometer_offset_m::float8, ${epochMs("s.fix_time")} AS fix_time_ms,
    ${epochMs("s.device_time")} AS device_time_ms, s.lat, s.lng, s.speed_kmh, s.course, s.altitude, s.ignition,
    s.ignition_source, s.movement_status, ${epochMs("s.status_since")} AS status_since_ms, s.legs_mm::float8
  FROM ${vehicles} v
  LEFT JOIN ${vehicleStates} s ON s.vehicle_id = v.id AND s.organisation_id = v.organisation_id
  WHERE v.organisation_id = ${parameter("organisation", "int")}`;

const pageStatement = (beyond: SQL) =>
  createStatement<LiveStateRow>(sql`${selectStates} AND v.id ${beyond} LIMIT ${parameter("limit", "int")}`);
const edge = parameter("edge", "int");
const pageStatements = {
  after: pageStatement(sql`> ${edge} ORDER BY v.id`),
  from: pageStatement(sql`>= ${edge} ORDER BY v.id`),
  before: pageStatement(sql`< ${edge} ORDER BY v.id DESC`),
  upTo: pageStatement(sql`<= ${edge} ORDER BY v.id DESC`),
};
const oneStatement = createStatement<LiveStateRow>(
  sql`${selectStates} AND v.id = ${parameter("vehicle", "int")}`,
);

/** One page of the live states of the organisation's vehicles, archived ones included, by vehicle id. */
export async function listLiveStates(
  db: Executor,
  { organisationId }: Principal,
  page: PageRequest<IdKey>,
): Promise<PageRows<LiveStateRow>> {
  const { op, key } = page.edge ?? { op: "after", key: [0] };
  const values = { organisation: organisationId, edge: key[0], limit: page.limit + 1 };
  return cutPage(page, await pageStatements[op](db, values));
}

/** Null if the organisation has no such vehicle. */
export async function findLiveState(
  db: Executor,
  { organisationId }: Principal,
  vehicleId: number,
): Promise<LiveStateRow | null> {
  const [row] = await oneStatement(db, { organisation: organisationId, vehicle: vehicleId });
  return row ?? null;
}
