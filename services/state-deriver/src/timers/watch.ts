/**
 * Since when silence can be believed. While nobody watched the partition, or the bus took nothing from the gateways,
 * devices and vehicles that are well look silent; once all is back, they get time to show themselves.
 */
export interface Watch {
  /** All was at work at that instant, Unix milliseconds: the log was seen to its end, or took a record. */
  observe(atMs: number): void;
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
  return {
    observe(atMs) {
      if (lastMs !== null && atMs - lastMs > interruptionMs) believedFromMs = atMs + returnMs;
      if (lastMs === null || atMs > lastMs) lastMs = atMs;
    },
    get believedFromMs() {
      return believedFromMs;
    },
  };
}
