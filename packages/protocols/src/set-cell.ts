import type { FixDraft } from "./fix-draft.ts";

/** A cell of a mobile network, as trackers name it; null is what a tracker does not say. */
export interface Cell {
  readonly mcc: number | null;
  readonly mnc: number | null;
  readonly lac: number | null;
  readonly cellId: number | null;
}

/** Of a country or a network. */
export const codeMax = 999;
/** All ones stand for an area that the device does not know. */
export const areaMax = 0xfffe;
/** Of a 4G network, which has the longest. */
export const cellIdMax = 0x0fff_ffff;

function namesOf(index: number) {
  return [`mcc${index}`, `mnc${index}`, `lac${index}`, `cellId${index}`] as const;
}

// Most reports have the first cell, hence its names are made once.
const firstNames = namesOf(1);

/**
 * Sets the attributes of the cell with a number, if a network may have such a cell, and says whether: zeros and all ones
 * stand for what the device does not know.
 */
export function setCell(fix: FixDraft, index: number, { mcc, mnc, lac, cellId }: Cell): boolean {
  if (!isBetween(mcc, 1, codeMax) || !isBetween(mnc, 0, codeMax)) return false;
  if (!isBetween(lac, 1, areaMax) || !isBetween(cellId, 1, cellIdMax)) return false;
  const names = index === 1 ? firstNames : namesOf(index);
  fix.attributes[names[0]] = mcc;
  fix.attributes[names[1]] = mnc;
  fix.attributes[names[2]] = lac;
  fix.attributes[names[3]] = cellId;
  return true;
}

function isBetween(value: number | null, min: number, max: number): value is number {
  return value !== null && Number.isInteger(value) && value >= min && value <= max;
}
