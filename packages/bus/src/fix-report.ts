import type { DecodedFix } from "@fleet/domain";

/**
 * Fixes of one device that belong to one vehicle, as one frame brought them. Keyed by vehicle. Every report is a sign of
 * life of its device at `receivedAtMs`; one without fixes is nothing else, for the vehicle that has the device then.
 */
export interface FixReport {
  readonly vehicleId: number;
  readonly organisationId: number;
  readonly deviceId: number;
  readonly protocol: string;
  /** Arrival at the gateway, Unix milliseconds. */
  readonly receivedAtMs: number;
  readonly fixes: readonly DecodedFix[];
}

/** A frame may hold more fixes than fit into one record of the bus. */
export const fixesPerReportMax = 500;
