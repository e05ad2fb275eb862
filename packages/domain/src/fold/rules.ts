/**
 * The chosen numbers of trips, stops and distance. Each was measured on recorded drives; see the README. To change one
 * is to bump `foldVersion`: what is stored by the former must not go on by it.
 */
export const rules = {
  /** A longer leg moves by its distance over time, a shorter one by the later fix's speed. */
  shortLegMs: 10_000,
  /** A leg this fast plus the slack is a leap. */
  leapKmh: 300,
  leapSlackM: 500,
  /** So many leaps in a row that agree with each other are believed. */
  leapsBelieved: 3,
  /** More records than this are not held back for a leap's sake. */
  pendingMax: 8,
  /** A leg this short between slow ends is jitter, and so is one of at most `shortLegMs`. */
  jitterM: 50,
  /** On a shorter leg places say more than courses, on a longer one courses say nothing of the way. */
  bendMinMs: 5000,
  bendMaxMs: 60_000,
  /** A difference of the device's odometer beyond this is not believed. */
  odometerSlackMm: 1_000_000,
  odometerKmh: 250,
  /** An odometer that stays the same over so much GPS distance is stuck. */
  odometerStuckMm: 2_000_000,
  /** A tracker fell asleep on a standing leg this long and so many times as long as the leg before. */
  asleepMs: 120_000,
  asleepTimesLeg: 3,
  /** An ignition off that is shorter is nothing. */
  ignitionFlapMs: 30_000,
  /** Standing so long belongs to no trip, or ends it, where the ignition is reported, and where it is not. */
  standingReportedMs: 900_000,
  standingInferredMs: 180_000,
  /** A silence this long ends a trip at its last fix. */
  silenceMs: 3_600_000,
  /** The first leg of a trip is part of it if no longer than this. */
  firstLegMs: 60_000,
  /** A standing leg this long, and `asleepTimesLeg` the leg before or after it, is one of a tracker at rest. */
  restMs: 20_000,
  /** A tracker woke if its silence was this long; the trip starts there if it moves within `wakeUsedMs`. */
  wakeMs: 120_000,
  wakeUsedMs: 900_000,
  /** An ignition that is not reported is off after so long without movement. `standingInferredMs` settles it. */
  inferredOffMs: 180_000,
  /** Less is no trip. */
  tripMinMm: 50_000,
  /** Who moves farther with the ignition said to be off has an input that nobody wired: the ignition is not believed. */
  unwiredMinMm: 500_000,
  /** So long after an off was heard, silence settles it. */
  offSettledMs: 90_000,
} as const;

const msPerHour = 3_600_000;

/** Millimetres covered in a time at a speed. */
export function mmAt(kmh: number, ms: number): number {
  return (kmh * 1_000_000 * ms) / msPerHour;
}

/** Average speed of a leg, km/h; none for one that takes no time. */
export function averageKmh(metres: number, ms: number): number {
  return ms > 0 ? (metres * 3600) / ms : 0;
}
