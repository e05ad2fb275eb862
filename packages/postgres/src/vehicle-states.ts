import type { MovementStatus } from "@fleet/domain";
import { and, eq, isNotNull, sql } from "drizzle-orm";

import { anyOf } from "./any-of.ts";
import type { Executor } from "./database.ts";
import { vehicleStates } from "./schema/index.ts";

/** A vehicle's live state and derivation as the deriver stores them. Times in Unix milliseconds. */
export interface VehicleStateRow {
  readonly vehicleId: number;
  readonly organisationId: number;
  readonly deviceId: number | null;
  readonly positionId: string | null;
  readonly fixTimeMs: number | null;
  readonly deviceTimeMs: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly speedKmh: number | null;
  readonly course: number | null;
  readonly altitude: number | null;
  readonly ignition: boolean;
  readonly ignitionSource: "reported" | "inferred";
  readonly movementStatus: MovementStatus;
  readonly statusSinceMs: number | null;
  readonly legsMm: number;
  readonly odometerM: number | null;
  /** JSON. */
  readonly derivation: unknown;
  readonly busPartition: number;
  readonly dueAtMs: number | null;
}

/** What the deriver goes on from: its derivation of each vehicle that has one. */
export async function loadDerivations(
  db: Executor,
  vehicleIds: readonly number[],
): Promise<{ vehicleId: number; derivation: unknown }[]> {
  return db
    .select({ vehicleId: vehicleStates.vehicleId, derivation: vehicleStates.derivation })
    .from(vehicleStates)
    .where(anyOf(vehicleStates.vehicleId, vehicleIds));
}

/** The vehicles of a partition of the fixes topic for which a timer runs. */
export async function loadDueVehicles(
  db: Executor,
  busPartition: number,
): Promise<{ vehicleId: number; dueAtMs: number }[]> {
  const rows = await db
    .select({ vehicleId: vehicleStates.vehicleId, dueAt: vehicleStates.dueAt })
    .from(vehicleStates)
    .where(and(eq(vehicleStates.busPartition, busPartition), isNotNull(vehicleStates.dueAt)));
  return rows.flatMap(({ vehicleId, dueAt }) =>
    dueAt === null ? [] : [{ vehicleId, dueAtMs: dueAt.getTime() }],
  );
}

/** Writes the states in one statement. Vehicles deleted meanwhile are passed over. */
export async function upsertVehicleStates(tx: Executor, rows: readonly VehicleStateRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    INSERT INTO vehicle_states (vehicle_id, organisation_id, device_id, position_id, fix_time, device_time, lat, lng,
      speed_kmh, course, altitude, ignition, ignition_source, movement_status, status_since, legs_mm, odometer_m,
      derivation, bus_partition, due_at, updated_at)
    SELECT r."vehicleId", r."organisationId", r."deviceId", r."positionId", to_timestamp(r."fixTimeMs" / 1000.0),
      to_timestamp(r."deviceTimeMs" / 1000.0), r.lat, r.lng, r."speedKmh", r.course, r.altitude, r.ignition, r."ignitionSource",
      r."movementStatus", to_timestamp(r."statusSinceMs" / 1000.0), r."legsMm", r."odometerM", r.derivation, r."busPartition",
      to_timestamp(r."dueAtMs" / 1000.0), now()
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("vehicleId" integer, "organisationId" integer,
      "deviceId" integer, "positionId" text, "fixTimeMs" bigint, "deviceTimeMs" bigint, lat double precision,
      lng double precision, "speedKmh" double precision, course double precision, altitude double precision,
      ignition boolean, "ignitionSource" text, "movementStatus" text, "statusSinceMs" bigint, "legsMm" bigint,
      "odometerM" bigint, derivation json, "busPartition" integer, "dueAtMs" bigint)
    JOIN vehicles ON vehicles.id = r."vehicleId"
    ON CONFLICT (vehicle_id) DO UPDATE SET
      organisation_id = excluded.organisation_id, device_id = excluded.device_id,
      position_id = excluded.position_id, fix_time = excluded.fix_time, device_time = excluded.device_time,
      lat = excluded.lat, lng = excluded.lng, speed_kmh = excluded.speed_kmh, course = excluded.course,
      altitude = excluded.altitude, ignition = excluded.ignition, ignition_source = excluded.ignition_source,
      movement_status = excluded.movement_status, status_since = excluded.status_since, legs_mm = excluded.legs_mm,
      odometer_m = excluded.odometer_m, derivation = excluded.derivation, bus_partition = excluded.bus_partition,
      due_at = excluded.due_at, updated_at = excluded.updated_at`);
}
