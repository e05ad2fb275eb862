const quarterHourMs = 900_000;
const toleranceMs = 120_000;
const zoneMaxMs = 14 * 3_600_000;

/**
 * What is known of the device's clock. Messages end with the time they were sent, in the device's own zone, which none
 * names; one with a fix of that moment tells it, or the arrival of one that the device had not stored.
 */
export class DeviceClock {
  /** What the device's zone is ahead of UTC. */
  #zoneMs: number | null = null;

  /** Takes note of a local time and what it was in UTC, or about. */
  learn(localMs: number, utcMs: number): void {
    const aheadMs = localMs - utcMs;
    const zoneMs = Math.round(aheadMs / quarterHourMs) * quarterHourMs;
    if (Math.abs(aheadMs - zoneMs) <= toleranceMs && Math.abs(zoneMs) <= zoneMaxMs) this.#zoneMs = zoneMs;
  }

  /** The same by the arrival of a message, which may be late: what is known already counts for more. */
  learnByArrival(localMs: number, arrivedMs: number): void {
    if (this.#zoneMs === null) this.learn(localMs, arrivedMs);
  }

  /** The UTC instant of a local time, that of UTC until the zone is known. */
  toInstant(localMs: number): number {
    return localMs - (this.#zoneMs ?? 0);
  }
}
