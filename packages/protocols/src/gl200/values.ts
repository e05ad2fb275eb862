import { parseAnyNumber } from "../decimal-text.ts";
import { fourDigits, timeOfDay, twoDigits, utcInstant } from "../utc-instant.ts";

/** A decimal number, or null. */
export function parseNumber(text: string | undefined): number | null {
  return parseAnyNumber(text, 16);
}

/** `YYYYMMDDHHMMSS`: Unix milliseconds as if it were UTC; null if it is none. */
export function parseTime(text: string | undefined): number | null {
  if (text?.length !== 14) return null;
  const year = fourDigits(text, 0);
  const timeOfDayMs = timeOfDay(twoDigits(text, 8), twoDigits(text, 10), twoDigits(text, 12));
  if (year < 1970 || timeOfDayMs === null) return null;
  return utcInstant({ year, month: twoDigits(text, 4), day: twoDigits(text, 6), timeOfDayMs });
}

/** A whole percentage, or null. */
export function parsePercent(text: string | undefined): number | null {
  if (text === undefined || text.length > 3 || text.includes(".")) return null;
  const value = parseNumber(text);
  return value !== null && value >= 0 && value <= 100 ? value : null;
}

/** How many of something follow, by a field that says so; at the most `max`. */
export function parseCount(text: string | undefined, max: number): number {
  return Math.min(Math.max(parseNumber(text) ?? 0, 0), max);
}
