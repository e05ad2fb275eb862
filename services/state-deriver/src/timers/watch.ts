/**
 * Since when silence can be believed. While nobody watched the partition, or the bus took nothing from the gateways,
 * devices and vehicles that are well look silent; once all is back, they get time to show themselves.
 */
export interface Watch {
  /** All was at work at that instant, Unix milliseconds, by now at the latest: the log took a record. */
  observe(atMs: number): void;
  /** The same of now: the log was seen to its end. Says whether the clock was set back since it was at work before. */
  look(nowMs: number): boolean;
  /** Unix milliseconds; silence found before is no one's. */
  readonly believedFromMs: number;
}

/** A restart or a rebalance takes less. */
const interruptionMs = 60_000;
/** So long after an interruption, trackers are taken to have connected again. */
const returnMs = 120_000;

/** `watchedMs`: until when the partition was watched before, null for never. */
export function createWatch(watchedMs: number | null): Watch {
  let lastMs = watchedMs;
  let believedFromMs = -Infinity;

  function observe(atMs: number): void {
    if (lastMs !== null && atMs - lastMs > interruptionMs) believedFromMs = atMs + returnMs;
    if (lastMs === null || atMs > lastMs) lastMs = atMs;
  }

  return {
    observe,
    look(nowMs) {
      const isSetBack = lastMs !== null && lastMs - nowMs > interruptionMs;
      // What was seen by the clock of before says nothing, nor when that would have believed.
      if (isSetBack) [lastMs, believedFromMs] = [nowMs, nowMs + returnMs];
      else observe(nowMs);
      return isSetBack;
    },
    get believedFromMs() {
      return believedFromMs;
    },
  };
}
