export const chinaMs = 8 * 3_600_000;

/** What the messages of one connection say about later ones. */
export interface DeviceState {
  /** How far the device's clock is ahead of UTC: eight hours, unless it says otherwise. */
  zoneMs: number;
  /** Whether its last message had the header of the standard of 2019. */
  isOf2019: boolean;
}

export function createDeviceState(): DeviceState {
  return { zoneMs: chinaMs, isOf2019: false };
}
