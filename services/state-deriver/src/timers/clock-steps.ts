import type { Clock } from "@fleet/runtime";

/** Whether timers can be believed: not just after the clock was set ahead, since all heard before seems long ago by it. */
export interface ClockSteps {
  /** Called time and again. */
  isSteady(nowMs: number): boolean;
}

/** What a clock may gain between two looks and be steady. */
const stepMs = 60_000;
/** So long after it was set ahead, trackers are taken to have been heard by it, or it to have been set back. */
const returnMs = 120_000;

/** `steadyMs`: a monotonic clock. It stands still while the machine sleeps, which so is a step as well. */
export function createClockSteps(clock: Clock, steadyMs: () => number): ClockSteps {
  let aheadMs = clock.now() - steadyMs();
  let steadyFromMs = -Infinity;
  return {
    isSteady(nowMs) {
      const elapsedMs = steadyMs();
      if (nowMs - elapsedMs - aheadMs > stepMs) steadyFromMs = elapsedMs + returnMs;
      aheadMs = nowMs - elapsedMs;
      return elapsedMs >= steadyFromMs;
    },
  };
}
