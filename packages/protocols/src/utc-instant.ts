/** A date and a time of day in UTC, as text protocols write them: `month` and `day` count from 1. */
export interface UtcFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Milliseconds since midnight. */
  readonly timeOfDayMs: number;
}

/** Unix milliseconds, or null where the calendar has no such day. */
export function utcInstant({ year, month, day, timeOfDayMs }: UtcFields): number | null {
  const midnightMs = Date.UTC(year, month - 1, day);
  // The 31st of a shorter month would be a day of the next.
  const isDay = day >= 1 && month >= 1 && month <= 12 && new Date(midnightMs).getUTCDate() === day;
  return isDay ? midnightMs + timeOfDayMs : null;
}

/** `HHMMSS` with any fraction: milliseconds since midnight, or null. */
export function parseTimeOfDay(text: string): number | null {
  const [, hour, minute, second, fraction = ""] = /^(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const wholeMs = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return wholeMs + Number(fraction.padEnd(3, "0").slice(0, 3));
}
