import type { FixDraft } from "../fix-draft.ts";
import { parseTimeOfDay, utcInstant } from "../utc-instant.ts";

/** What a field may have at most to be read as a number. */
const numberCharsMax = 20;

/** A decimal number, with or without a sign or leading zeros; null where the text is none. Reports have a dozen each, hence no pattern. */
export function parseNumber(text: string | undefined): number | null {
  if (text === undefined || text.length === 0 || text.length > numberCharsMax) return null;
  let digits = 0;
  let points = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) digits++;
    else if (code === 46) points++;
    else if (index > 0 || (code !== 43 && code !== 45)) return null;
  }
  return digits > 0 && points <= 1 ? Number(text) : null;
}

/** A whole hexadecimal number of at most eight digits, or null. */
export function parseHex(text: string | undefined): number | null {
  return text !== undefined && /^[0-9a-f]{1,8}$/i.test(text) ? Number.parseInt(text, 16) : null;
}

/** `YYYYMMDD` and `HH:MM:SS` in UTC: Unix milliseconds, or null where they are none. */
export function parseDateTime(date: string | undefined, time: string | undefined): number | null {
  if (date?.length !== 8 || time?.length !== 8 || time[2] !== ":" || time[5] !== ":") return null;
  const day = parseNumber(date);
  const timeOfDayMs = parseTimeOfDay(time.slice(0, 2) + time.slice(3, 5) + time.slice(6));
  if (day === null || timeOfDayMs === null || !Number.isInteger(day)) return null;
  return utcInstant({
    year: Math.floor(day / 10_000),
    month: Math.floor(day / 100) % 100,
    day: day % 100,
    timeOfDayMs,
  });
}

/** Sets the place; false where it is none. Zero and zero is what devices send that have had no fix yet. */
export function applyPlace(fix: FixDraft, lat: number | null, lng: number | null, isFixed: boolean): boolean {
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return false;
  if (lat === 0 && lng === 0) return true;
  fix.lat = lat;
  fix.lng = lng;
  fix.valid = isFixed;
  return true;
}

/** Speed (km/h) and course (degrees). */
export function applyMotion(fix: FixDraft, speed: number | null, course: number | null): void {
  if (speed !== null && speed >= 0) fix.speedKmh = speed;
  if (course !== null && course >= 0 && course <= 360) fix.course = course % 360;
}

/** Sets an attribute to a number, where there is one. */
export function setNumber(fix: FixDraft, name: string, value: number | null): void {
  if (value !== null) fix.attributes[name] = value;
}

export interface Cell {
  readonly id: number | null;
  readonly mcc: number | null;
  readonly mnc: number | null;
  readonly lac: number | null;
  readonly rssi: number | null;
}

/** A cell under a number from 1, where it is one. */
export function applyCell(fix: FixDraft, number: number, { id, mcc, mnc, lac, rssi }: Cell): void {
  if (!isBetween(mcc, 1, 999) || !isBetween(mnc, 0, 999)) return;
  if (!isBetween(lac, 1, 0xffff) || !isBetween(id, 1, 0x0fff_ffff)) return;
  fix.attributes[`mcc${number}`] = mcc;
  fix.attributes[`mnc${number}`] = mnc;
  fix.attributes[`lac${number}`] = lac;
  fix.attributes[`cellId${number}`] = id;
  if (rssi !== null) fix.attributes[`rssi${number}`] = rssi;
}

function isBetween(value: number | null, min: number, max: number): value is number {
  return value !== null && Number.isInteger(value) && value >= min && value <= max;
}
