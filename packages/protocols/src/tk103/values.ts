import { parseDegreeMinutes } from "../degree-minutes.ts";
import type { FixDraft } from "../fix-draft.ts";
import { parseTimeOfDay, utcInstant } from "../utc-instant.ts";

/** How many characters the vehicle's state has. */
export const stateDigits = 8;

/** A decimal number, or null. */
export function parseNumber(text: string | undefined): number | null {
  if (text === undefined || text === "" || text.length > 16) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Six digits of a date in the order that `order` says; null if they are none. */
export function readTime(date: string, time: string, order: "YMD" | "DMY"): number | null {
  const timeOfDayMs = parseTimeOfDay(time);
  if (timeOfDayMs === null || date.length !== 6) return null;
  const first = Number(date.slice(0, 2));
  const month = Number(date.slice(2, 4));
  const last = Number(date.slice(4, 6));
  if (!Number.isInteger(first) || !Number.isInteger(month) || !Number.isInteger(last)) return null;
  const [year, day] = order === "YMD" ? [first, last] : [last, first];
  return year < 0 ? null : utcInstant({ year: 2000 + year, month, day, timeOfDayMs });
}

/** Sets place and validity; false if the place is none. Zeros, which devices send without a fix, are not valid. */
export function applyPlace(fix: FixDraft, validity: string, latText: string, lngText: string): boolean {
  const lat = parseDegreeMinutes(latText.slice(0, -1), latText.slice(-1));
  const lng = parseDegreeMinutes(lngText.slice(0, -1), lngText.slice(-1));
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

/** The first character is 0 with the main power on, the second 1 with the ignition on; the last three are the fuel sensor. */
export function applyState(fix: FixDraft, state: string): void {
  const [power, ignition] = state;
  if (power === "0" || power === "1") fix.attributes["charge"] = power === "0";
  if (ignition === "0" || ignition === "1") fix.ignition = ignition === "1";
  const fuel = parseNumber(`0x${state.slice(5)}`);
  if (state.length === stateDigits && fuel !== null) fix.attributes["fuel"] = fuel;
}

/** Metres. A device that counts none writes zero, which would be an odometer that stands still. */
export function applyMileage(fix: FixDraft, digits: string): void {
  const metres = parseNumber(`0x${digits}`);
  if (metres !== null && metres > 0) fix.odometerKm = metres / 1000;
}
