import type { Assignment, Principal } from "@fleet/domain";
import { and, asc, eq } from "drizzle-orm";

import type { Executor } from "./database.ts";
import { assignments, organisations, vehicles } from "./schema/index.ts";

/** What bounds a vehicle's history: when which device sat on it, and what its odometer starts from. */
export interface VehicleHistory {
  readonly vehicleId: number;
  readonly name: string;
  /** Metres; 0 where neither a device's own reading nor the operator has set one. */
  readonly odometerOffsetM: number;
  /** Whole months that the organisation's positions are kept. */
  readonly retentionMonths: number;
  /** Earliest first. Only what was recorded inside one of them, by its device, is the vehicle's. */
  readonly assignments: readonly Assignment[];
}

/** Null if the organisation has no such vehicle. */
export async function findVehicleHistory(
  db: Executor,
  principal: Principal,
  vehicleId: number,
): Promise<VehicleHistory | null> {
  const rows = await db
    .select({
      name: vehicles.name,
      offsetM: vehicles.odometerOffsetM,
      retentionMonths: organisations.retentionMonths,
      deviceId: assignments.deviceId,
      fromAt: assignments.fromAt,
      toAt: assignments.toAt,
    })
    .from(vehicles)
    .innerJoin(organisations, eq(organisations.id, vehicles.organisationId))
    .leftJoin(assignments, eq(assignments.vehicleId, vehicles.id))
    .where(and(eq(vehicles.id, vehicleId), eq(vehicles.organisationId, principal.organisationId)))
    .orderBy(asc(assignments.fromAt));
  const [vehicle] = rows;
  if (vehicle === undefined) return null;
  return {
    vehicleId,
    name: vehicle.name,
    odometerOffsetM: vehicle.offsetM ?? 0,
    retentionMonths: vehicle.retentionMonths,
    assignments: rows.flatMap(({ deviceId, fromAt, toAt }) =>
      deviceId === null || fromAt === null
        ? []
        : {
            deviceId,
            vehicleId,
            organisationId: principal.organisationId,
            fromMs: fromAt.getTime(),
            toMs: toAt?.getTime() ?? null,
          },
    ),
  };
}
