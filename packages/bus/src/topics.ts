import type { DecodedFix } from "@fleet/domain";

/** Fixes of one device that belong to one vehicle, as one frame brought them. Keyed by vehicle. */
export interface FixReport {
  readonly vehicleId: number;
  readonly organisationId: number;
  readonly deviceId: number;
  readonly protocol: string;
  /** Arrival at the gateway, Unix milliseconds. */
  readonly receivedAtMs: number;
  readonly fixes: readonly DecodedFix[];
}
