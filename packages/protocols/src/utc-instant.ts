/** A date and a time of day in UTC, as text protocols write them: `month` and `day` count from 1. */
export interface UtcFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Milliseconds since midnight. */
  readonly timeOfDayMs: number;
}

const daysByMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Unix milliseconds, or null where the calendar has no such day. */
export function utcInstant({ year, month, day, timeOfDayMs }: UtcFields): number | null {
  const days = month === 2 && isLeapYear(year) ? 29 : (daysByMonth[month - 1] ?? 0);
  return day >= 1 && day <= days ? Date.UTC(year, month - 1, day) + timeOfDayMs : null;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** `HHMMSS` with any fraction: milliseconds since midnight, or null. Reports have one each, hence no pattern. */
export function parseTimeOfDay(text: string): number | null {
  const hour = twoDigits(text, 0);
  const minute = twoDigits(text, 2);
  const second = twoDigits(text, 4);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return null;
  const wholeMs = ((hour * 60 + minute) * 60 + second) * 1000;
  if (text.length === 6) return wholeMs;
  return /^\.\d{1,9}$/.test(text.slice(6)) ? wholeMs + Number(text.slice(7, 10).padEnd(3, "0")) : null;
}

/** `DDMMYY` of this century and a time of day: Unix milliseconds, or null. */
export function parseDayMonthYear(text: string, timeOfDayMs: number): number | null {
  const year = twoDigits(text, 4);
  if (text.length !== 6 || year < 0) return null;
  return utcInstant({ year: 2000 + year, month: twoDigits(text, 2), day: twoDigits(text, 0), timeOfDayMs });
}

/** The number that two digits at an offset write; -1 where they are no digits. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
