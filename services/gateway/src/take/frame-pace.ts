/** Holds each device to so many frames per second on average; a backlog may come faster for a while. */
export interface FramePace {
  /** How long to read no more from a device that has just sent so many frames. */
  pauseMs(deviceId: number, frames: number): number;
  /** Whether frames may be taken of a device that cannot be held back; what may not does not count. */
  admits(deviceId: number, frames: number): boolean;
}

const burstMs = 10_000;

/**
 * A bucket per device that holds ten seconds' worth of frames. It is kept as the instant at which it will be full
 * again: one number for each device of the registry that was ever heard. `nowMs` is a monotonic clock.
 */
export function createFramePace(framesPerSecondMax: number, nowMs: () => number): FramePace {
  const fullAtMs = new Map<number, number>();

  const untilFullMs = (deviceId: number, now: number) => Math.max(now, fullAtMs.get(deviceId) ?? now) - now;

  function pauseMs(deviceId: number, frames: number): number {
    const now = nowMs();
    const missingMs = untilFullMs(deviceId, now) + (frames * 1000) / framesPerSecondMax;
    fullAtMs.set(deviceId, now + missingMs);
    return Math.max(0, missingMs - burstMs);
  }

  return {
    pauseMs,
    admits(deviceId, frames) {
      if (untilFullMs(deviceId, nowMs()) >= burstMs) return false;
      pauseMs(deviceId, frames);
      return true;
    },
  };
}
