import { parseAnyNumber } from "../decimal-text.ts";
import { parseDegreeMinutes } from "../degree-minutes.ts";
import type { FixDraft } from "../fix-draft.ts";
import { parseHex } from "../hex.ts";

/** How many characters the vehicle's state has. */
export const stateDigits = 8;
/** Of a hexadecimal digit. */
const highestBit = 0x08;

/** A decimal number, or null. */
export function parseNumber(text: string | undefined): number | null {
  return parseAnyNumber(text, 16);
}

/** Sets place and validity; false if the place is none. Zeros, which devices send without a fix, are not valid. */
export function applyPlace(fix: FixDraft, validity: string, latText: string, lngText: string): boolean {
  const lat = parseDegreeMinutes(latText.slice(0, -1).trim(), latText.slice(-1));
  const lng = parseDegreeMinutes(lngText.slice(0, -1).trim(), lngText.slice(-1));
  if (lat === null || lng === null) return false;
  fix.lat = lat;
  fix.lng = lng;
  fix.valid = validity === "A" && (lat !== 0 || lng !== 0);
  return true;
}

export function applyCourse(fix: FixDraft, text: string | undefined): void {
  const course = parseNumber(text);
  if (course !== null && course >= 0 && course <= 360) fix.course = course % 360;
}

/**
 * The first character is 0 with the main power on, the second 1 with the ignition on; the highest bit of the third is
 * that the engine is cut off, of the fourth that a door is open; the last three are the fuel sensor.
 */
export function applyState(fix: FixDraft, state: string): void {
  const [power, ignition] = state;
  if (power === "0" || power === "1") fix.attributes["charge"] = power === "0";
  if (ignition === "0" || ignition === "1") fix.ignition = ignition === "1";
  if (((parseHex(state[2]) ?? 0) & highestBit) !== 0) fix.attributes["blocked"] = true;
  if (((parseHex(state[3]) ?? 0) & highestBit) !== 0) fix.attributes["door"] = true;
  const fuel = state.length === stateDigits ? parseHex(state.slice(5).trimEnd()) : null;
  if (fuel !== null) fix.attributes["fuel"] = fuel;
}

/** Metres. A device that counts none writes zero, which would be an odometer that stands still. */
export function applyMileage(fix: FixDraft, digits: string): void {
  const metres = parseHex(digits.trimEnd());
  if (metres !== null && metres > 0) fix.odometerKm = metres / 1000;
}
