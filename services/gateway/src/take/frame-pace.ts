/** Holds each device to so many frames per second on average; a backlog may come faster for a while. */
export interface FramePace {
  /** How long to read no more from a device that has just sent so many frames. */
  pauseMs(deviceId: number, frames: number): number;
}

const burstMs = 10_000;

/**
 * A bucket per device that holds ten seconds' worth of frames. It is kept as the instant at which it will be full
 * again: one number a device, forgotten once that has passed. `nowMs` is a monotonic clock.
 */
export function createFramePace(framesPerSecondMax: number, nowMs: () => number): FramePace {
  const fullAtMs = new Map<number, number>();
  let sweptAtMs = nowMs();

  function sweep(now: number): void {
    if (now - sweptAtMs < burstMs) return;
    sweptAtMs = now;
    for (const [deviceId, atMs] of fullAtMs) if (atMs <= now) fullAtMs.delete(deviceId);
  }

  return {
    pauseMs(deviceId, frames) {
      const now = nowMs();
      sweep(now);
      const atMs = Math.max(now, fullAtMs.get(deviceId) ?? now) + (frames * 1000) / framesPerSecondMax;
      fullAtMs.set(deviceId, atMs);
      return Math.max(0, atMs - now - burstMs);
    },
  };
}
