import type { Assignment, Principal } from "@fleet/domain";
import { sql } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { assignments, vehicles } from "./schema/index.ts";
import { createStatement, epochMs, parameter } from "./statement.ts";

/** What bounds a vehicle's history: when which device sat on it, and what its odometer starts from. */
export interface VehicleHistory {
  readonly vehicleId: number;
  readonly name: string;
  /** Metres; 0 where neither a device's own reading nor the operator has set one. */
  readonly odometerOffsetM: number;
  /** Positions before it were kept for long enough and are deleted, or about to be; Unix milliseconds. */
  readonly positionsFromMs: number;
  /** Earliest first. Only what was recorded inside one of them, by its device, is the vehicle's. */
  readonly assignments: readonly Assignment[];
}

const historyStatement = createStatement<{
  name: string;
  offset_m: number | null;
  positions_from_ms: number | null;
  device_id: number | null;
  from_ms: number | null;
  to_ms: number | null;
}>(sql`
  SELECT v.name, v.odometer_offset_m::float8 AS offset_m, ${epochMs("v.positions_from")} AS positions_from_ms,
    a.device_id, ${epochMs("a.from_at")} AS from_ms, ${epochMs("a.to_at")} AS to_ms
  FROM ${vehicles} v LEFT JOIN ${assignments} a ON a.vehicle_id = v.id
  WHERE v.id = ${parameter("vehicle", "int")} AND v.organisation_id = ${parameter("organisation", "int")}
  ORDER BY a.from_at`);

/** Null if the organisation has no such vehicle. */
export async function findVehicleHistory(
  db: Executor,
  { organisationId }: Principal,
  vehicleId: number,
): Promise<VehicleHistory | null> {
  const rows = await historyStatement(db, { vehicle: vehicleId, organisation: organisationId });
  const [vehicle] = rows;
  if (vehicle === undefined) return null;
  return {
    vehicleId,
    name: vehicle.name,
    odometerOffsetM: vehicle.offset_m ?? 0,
    positionsFromMs: vehicle.positions_from_ms ?? 0,
    assignments: rows.flatMap(({ device_id: deviceId, from_ms: fromMs, to_ms: toMs }) =>
      deviceId === null || fromMs === null ? [] : { deviceId, vehicleId, organisationId, fromMs, toMs },
    ),
  };
}
