import type { Fix } from "../fix.ts";
import type { FoldResult } from "./shapes.ts";
import type { VehicleFold } from "./vehicle-fold.ts";

/** Folds a vehicle's records, sorted by `compareFixes` and all after those folded before. */
export function foldFixes(_fold: VehicleFold, _fixes: readonly Fix[]): FoldResult<VehicleFold> {
  throw new Error("not built");
}

/**
 * Ends what is open at the last record: call it between two fixes of different assignments (the same device taken
 * off the vehicle and put back; a change of device is seen by itself), and when the assignment has ended.
 */
export function cutFold(_fold: VehicleFold): FoldResult<VehicleFold> {
  throw new Error("not built");
}
