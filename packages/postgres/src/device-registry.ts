import type { Assignment } from "@fleet/domain";

import type { Executor } from "./database.ts";
import { eq, sql } from "./drizzle.ts";
import { assignments, devices, vehicles } from "./schema/index.ts";

/** A device that may send, with every interval in which it sat on a vehicle, earliest first. */
export interface RegisteredDevice {
  readonly deviceId: number;
  readonly uniqueId: string;
  readonly assignments: readonly Assignment[];
}

/** All devices that are not retired, by the identifier they log in with. */
export async function loadDeviceRegistry(db: Executor): Promise<ReadonlyMap<string, RegisteredDevice>> {
  const rows = await db
    .select({
      deviceId: devices.id,
      uniqueId: devices.uniqueId,
      vehicleId: assignments.vehicleId,
      organisationId: vehicles.organisationId,
      fromAt: assignments.fromAt,
      toAt: assignments.toAt,
    })
    .from(devices)
    .leftJoin(assignments, eq(assignments.deviceId, devices.id))
    .leftJoin(vehicles, eq(vehicles.id, assignments.vehicleId))
    .where(sql`${devices.status} <> 'retired'`)
    .orderBy(devices.id, assignments.fromAt);
  const registry = new Map<string, RegisteredDevice & { assignments: Assignment[] }>();
  for (const { deviceId, uniqueId, vehicleId, organisationId, fromAt, toAt } of rows) {
    const device = registry.get(uniqueId) ?? { deviceId, uniqueId, assignments: [] };
    registry.set(uniqueId, device);
    if (vehicleId === null || organisationId === null || fromAt === null) continue;
    device.assignments.push({
      deviceId,
      vehicleId,
      organisationId,
      fromMs: fromAt.getTime(),
      toMs: toAt?.getTime() ?? null,
    });
  }
  return registry;
}
