import { nextSettlementMs, settleFold } from "@fleet/domain";

import type { Derivation } from "./derivation.ts";
import type { Outcome } from "./outcome.ts";

/** When a timer has something to settle, Unix milliseconds: counted from the arrival of the newest record. */
export function settlementDueMs({ fold, newestArrivalMs }: Derivation): number | null {
  const waitMs = nextSettlementMs(fold);
  return waitMs === null || newestArrivalMs === null ? null : newestArrivalMs + waitMs;
}

/** Nothing came of a vehicle that is folded. */
export function foldNothing(before: Derivation): Outcome {
  const { fold, standing, legsMm, firstReading, newest, newestArrivalMs, recordsSinceSnapshot } = before;
  const kept = { fold, standing, legsMm, firstReading, newest, newestArrivalMs, recordsSinceSnapshot };
  return { ...kept, written: [], newer: [], snapshots: [], spans: [], alerts: [] };
}

/** What the timer settles by now, if anything is due. */
export function settle(before: Derivation, nowMs: number): Outcome {
  const unchanged = foldNothing(before);
  const dueMs = settlementDueMs(before);
  if (dueMs === null || dueMs > nowMs || before.newestArrivalMs === null) return unchanged;
  const { fold, sinceMs, trips, stops } = settleFold(before.fold, nowMs - before.newestArrivalMs);
  return { ...unchanged, fold, spans: [{ sinceMs, untilMs: null, trips, stops, formerStored: false }] };
}
