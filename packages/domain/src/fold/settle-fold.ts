import type { FoldResult } from "./shapes.ts";
import type { VehicleFold } from "./vehicle-fold.ts";

/**
 * How long after the arrival of the newest record (by fix time) a timer has something to settle, milliseconds;
 * null where nothing is open or it was settled already.
 */
export function nextSettlementMs(_fold: VehicleFold): number | null {
  throw new Error("not built");
}

/**
 * What the timer settles `sinceArrivalMs` after the arrival of the newest record. The fold is only marked; the next
 * record continues from the unsettled state, and confirms or revises.
 */
export function settleFold(_fold: VehicleFold, _sinceArrivalMs: number): FoldResult<VehicleFold> {
  throw new Error("not built");
}
