import { compareFixToKey, fixKey, type DerivedFix, type FixKey } from "@fleet/domain";

/**
 * What events of the newest state have said last, and of which record. Late records may turn that record into a leap
 * and back: the state follows them, but nothing is said twice, and what was said is taken back by the next record.
 */
export interface Told {
  readonly head: FixKey;
  readonly ignitionOn: boolean;
  /** Since when a timer has it off, Unix milliseconds; null where a record had the last word. */
  readonly settledOffMs: number | null;
}

/** Whether events of the newest state have been raised of a record, or of a later one. */
export function isTold(told: Told | null, { fix }: DerivedFix): boolean {
  if (told === null || fix.fixTimeMs > told.head.fixTimeMs) return false;
  return compareFixToKey(fix, told.head) <= 0;
}

/** After events were raised of records, in order. */
export function toldAfter(told: Told | null, records: readonly DerivedFix[]): Told | null {
  const last = records.at(-1);
  if (last === undefined || isTold(told, last)) return told;
  return { head: fixKey(last.fix), ignitionOn: last.ignitionOn, settledOffMs: null };
}
