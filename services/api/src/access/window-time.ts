import type { Clock } from "@fleet/runtime";

/** The clock of the store that counts the minutes, as far as an instance can tell it. Unix milliseconds. */
export interface WindowTime {
  /** It is no earlier than this. */
  earliest(): number;
  /** It is no later than this. */
  latest(): number;
  /** The store said that it was `atMs` at some instant between two of `performance.now()`. */
  learn(reading: { atMs: number; sentAt: number; receivedAt: number }): void;
}

/** Kept from the last reading on by the process' own monotonic clock; `clock` is believed until the first. */
export function createWindowTime(clock: Clock): WindowTime {
  const offset = clock.now() - performance.now();
  let [lowest, highest] = [offset, offset];
  return {
    earliest: () => performance.now() + lowest,
    latest: () => performance.now() + highest,
    learn({ atMs, sentAt, receivedAt }) {
      lowest = atMs - receivedAt;
      highest = atMs - sentAt;
    },
  };
}

/** The clock that a test drives, to which the store is made to keep. */
export function drivenWindowTime(clock: Clock): WindowTime {
  return { earliest: clock.now, latest: clock.now, learn: () => undefined };
}
