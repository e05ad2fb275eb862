/** Lets one waiter sleep until rung. */
export interface Bell {
  /** Wakes the waiter; with none, the next wait ends at once. */
  ring(): void;
  /** Forgets the rings so far. */
  reset(): void;
  /** Resolves once rung since the last reset, or after so many milliseconds. */
  wait(ms: number): Promise<void>;
}

export function createBell(): Bell {
  let rung = false;
  let awaken: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      awaken?.();
    },
    reset() {
      rung = false;
    },
    async wait(ms) {
      if (rung || ms <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        awaken = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      awaken = undefined;
    },
  };
}
