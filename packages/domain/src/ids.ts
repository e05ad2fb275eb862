import type { Fix } from "./fix.ts";
import { fixContentHash } from "./fix-order.ts";

/** The greatest id of a vehicle, a device, an organisation: what Postgres gives out. */
export const idMax = 2 ** 31 - 1;

/** What tells a stored position apart from all others. */
export interface PositionKey {
  readonly deviceId: number;
  readonly fixTimeMs: number;
  readonly contentHash: number;
}

/** Public id of a position: its row's key, so that it is stable, never reused, and leads back to the row. */
export function positionId({ deviceId, fixTimeMs, contentHash }: PositionKey): string {
  return `pos_${deviceId.toString(36)}_${fixTimeMs.toString(36)}_${contentHash.toString(36)}`;
}

/** The same of a fix in stored precision (`storableFix`). */
export function positionIdOf(fix: Fix): string {
  const { deviceId, fixTimeMs } = fix;
  return positionId({ deviceId, fixTimeMs, contentHash: fixContentHash(fix) });
}
