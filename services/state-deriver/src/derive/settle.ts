import { nextSettlementMs, settleFold } from "@fleet/domain";

import type { Derivation } from "./derivation.ts";
import type { Outcome } from "./outcome.ts";

/** When a timer has something to settle, Unix milliseconds: counted from the arrival of the newest record. */
export function settlementDueMs({ fold, newestArrivalMs }: Derivation): number | null {
  const waitMs = nextSettlementMs(fold);
  return waitMs === null || newestArrivalMs === null ? null : newestArrivalMs + waitMs;
}

/** What the timer settles by now, if anything is due. */
export function settle(before: Derivation, nowMs: number): Outcome {
  const { trips: _, stops: __, positionSlot: ___, geofences: ____, ...kept } = before;
  const unchanged = { ...kept, written: [], newer: [], snapshots: [], spans: [], alerts: [] };
  const dueMs = settlementDueMs(before);
  if (dueMs === null || dueMs > nowMs || before.newestArrivalMs === null) return unchanged;
  const { fold, sinceMs, trips, stops } = settleFold(before.fold, nowMs - before.newestArrivalMs);
  return { ...unchanged, fold, spans: [{ sinceMs, untilMs: null, trips, stops, formerStored: false }] };
}
