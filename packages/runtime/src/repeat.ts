import { setTimeout as delay } from "node:timers/promises";

import type { Running } from "./lifecycle.ts";

export interface RepeatOptions {
  /** From the end of a run to the next one. */
  readonly intervalMs: number;
  /** Told of a run that failed; it is followed by the next like any other. */
  readonly onFault: (error: unknown) => void;
}

export interface Repeated extends Running {
  /** Runs again without waiting, once the present run has ended. */
  soon(): void;
}

/** Runs again and again until stopped. `stopping` tells a long run to end early; stopping waits for it. */
export function repeat(
  run: (stopping: AbortSignal) => Promise<void>,
  { intervalMs, onFault }: RepeatOptions,
): Repeated {
  const stopping = new AbortController();
  let bell = new AbortController();

  async function runAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      bell = new AbortController();
      await run(stopping.signal).catch(onFault);
      const signal = AbortSignal.any([stopping.signal, bell.signal]);
      await delay(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  // Not before whoever calls has what is returned.
  const running = Promise.resolve().then(runAll);
  return {
    soon: () => bell.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
