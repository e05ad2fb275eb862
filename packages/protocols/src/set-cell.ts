import type { FixDraft } from "./fix-draft.ts";

/** A cell of a mobile network, as trackers name it. */
export interface Cell {
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cellId: number;
}

const codeMax = 999;
/** All ones stand for an area that the device does not know. */
export const areaMax = 0xfffe;
/** Of a 4G network, which has the longest. */
export const cellIdMax = 0x0fff_ffff;

/**
 * Sets the attributes of the cell with a number, if a network may have such a cell, and says whether: zeros and all ones
 * stand for what the device does not know.
 */
export function setCell(fix: FixDraft, index: number, { mcc, mnc, lac, cellId }: Cell): boolean {
  if (!(mcc > 0 && mcc <= codeMax && mnc >= 0 && mnc <= codeMax)) return false;
  if (!(lac > 0 && lac <= areaMax && cellId > 0 && cellId <= cellIdMax)) return false;
  fix.attributes[`mcc${index}`] = mcc;
  fix.attributes[`mnc${index}`] = mnc;
  fix.attributes[`lac${index}`] = lac;
  fix.attributes[`cellId${index}`] = cellId;
  return true;
}
