import type { ByteReader } from "../byte-reader.ts";
import type { FixDraft } from "../fix-draft.ts";

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

/** Reads the value of one additional item; false if it is none that this reader knows. */
export type ItemReader = (fix: FixDraft, value: ByteReader, state: DeviceState) => boolean;
