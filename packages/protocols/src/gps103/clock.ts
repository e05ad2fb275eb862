const dayMs = 86_400_000;
const quarterHourMs = 900_000;

/** `YYMMDDHHMM`, with seconds or without, or `YY/MM/DD HH:MM`: Unix milliseconds as if it were UTC; null if it is none. */
export function parseClock(text: string): number | null {
  const [, year, month, day, hour, minute, second = "00"] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?$/.exec(text.replaceAll(/[/: ]/g, "")) ?? [];
  if (year === undefined) return null;
  return parseIso(`20${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
}

/** Unix milliseconds of a complete ISO 8601 time, or null where the calendar has no such day. */
export function parseIso(text: string): number | null {
  const instantMs = Date.parse(text);
  return Number.isNaN(instantMs) || new Date(instantMs).toISOString() !== text ? null : instantMs;
}

/** `HHMMSS` with any fraction: milliseconds since midnight, or null. */
export function parseTimeOfDay(text: string): number | null {
  const [, hour, minute, second, fraction = ""] = /^(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (hour === undefined) return null;
  const instantMs = parseIso(
    `1970-01-01T${hour}:${minute}:${second}.${fraction.padEnd(3, "0").slice(0, 3)}Z`,
  );
  return instantMs;
}

/**
 * What is known of the device's clock. Reports give the time of day in UTC but the date only in the device's own
 * zone, which no message names; one report with both tells it.
 */
export class DeviceClock {
  /** What the device's zone is ahead of UTC. */
  #zoneMs: number | null = null;

  /** The UTC instant of a time of day, on the day that is nearest to the device's own date and time. */
  resolve(localMs: number, timeOfDayMs: number): number {
    const sameDay = Math.floor(localMs / dayMs) * dayMs + timeOfDayMs;
    const aheadMs = localMs - sameDay;
    const instantMs = sameDay + Math.round(aheadMs / dayMs) * dayMs;
    this.#zoneMs = Math.round((localMs - instantMs) / quarterHourMs) * quarterHourMs;
    return instantMs;
  }

  /** The UTC instant of a local time; null until a report has told the zone. */
  toInstant(localMs: number): number | null {
    return this.#zoneMs === null ? null : localMs - this.#zoneMs;
  }
}
