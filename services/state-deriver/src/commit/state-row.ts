import { fixContentHash, positionId } from "@fleet/domain";
import type { VehicleStateRow } from "@fleet/postgres";

import type { Derivation } from "../derive/derivation.ts";

export interface LiveVehicle {
  readonly vehicleId: number;
  readonly organisationId: number;
  readonly derivation: Derivation;
  readonly odometerOffsetM: number;
  readonly busPartition: number;
  readonly dueAtMs: number | null;
}

/** The vehicle's live state: its newest record with a place, and what holds from the last record on. */
export function stateRow(vehicle: LiveVehicle): VehicleStateRow {
  const { derivation, vehicleId, organisationId, busPartition, dueAtMs } = vehicle;
  const { newest, standing, legsMm } = derivation;
  const fix = newest?.fix;
  return {
    vehicleId,
    organisationId,
    deviceId: standing.deviceId,
    positionId:
      fix === undefined
        ? null
        : positionId({
            deviceId: fix.deviceId,
            fixTimeMs: fix.fixTimeMs,
            contentHash: fixContentHash(fix),
          }),
    fixTimeMs: fix?.fixTimeMs ?? null,
    deviceTimeMs: fix?.deviceTimeMs ?? null,
    lat: fix?.lat ?? null,
    lng: fix?.lng ?? null,
    speedKmh: fix?.speedKmh ?? null,
    course: fix?.course ?? null,
    altitude: fix?.altitude ?? null,
    ignition: standing.ignitionOn,
    ignitionSource: standing.ignitionInferred ? "inferred" : "reported",
    movementStatus: standing.movement,
    statusSinceMs: standing.movementSinceMs,
    legsMm,
    odometerM: Math.round(vehicle.odometerOffsetM + legsMm / 1000),
    derivation,
    busPartition,
    dueAtMs,
  };
}
