const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** How long after its creation an event is still tried. */
export const deliveryWindowMs = 24 * hourMs;

const delaysMs = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs];
const lastDelayMs = 8 * hourMs;
/** The longest wait for the next probe. */
export const probeDelayMaxMs = hourMs;
const jitterShare = 0.1;

/** Milliseconds to wait after the nth failure (from 1 on), ±10 % by `random` from 0 to 1. */
export function retryDelayMs(failures: number, random: number): number {
  return jittered(delaysMs[failures - 1] ?? lastDelayMs, random);
}

/** As `retryDelayMs`, for the one attempt at a time that tries an endpoint in trouble: at least once an hour. */
export function probeDelayMs(step: number, random: number): number {
  return Math.min(retryDelayMs(step, random), probeDelayMaxMs);
}

export interface FailedAttempt {
  readonly failedAtMs: number;
  readonly delayMs: number;
  readonly eventCreatedAtMs: number;
  /** What the receiver asked for by Retry-After, milliseconds from the failure, or null. */
  readonly retryAfterMs: number | null;
}

/**
 * When to try again, Unix milliseconds; null where that would be after the event's 24 hours. The receiver may ask for
 * more patience than the schedule has, but not for more than the 24 hours allow: then the schedule decides.
 */
export function nextAttemptAtMs(failed: FailedAttempt): number | null {
  const endsAtMs = failed.eventCreatedAtMs + deliveryWindowMs;
  const asScheduledMs = failed.failedAtMs + failed.delayMs;
  const asAskedMs = failed.failedAtMs + Math.max(failed.delayMs, failed.retryAfterMs ?? 0);
  if (asAskedMs < endsAtMs) return asAskedMs;
  return asScheduledMs < endsAtMs ? asScheduledMs : null;
}

function jittered(delayMs: number, random: number): number {
  return Math.round(delayMs * (1 + jitterShare * (2 * random - 1)));
}
