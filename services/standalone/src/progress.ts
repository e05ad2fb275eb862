/** A line on the terminal that says how far long work has come; silent where standard error is not a terminal. */
export interface Progress {
  show(text: string): void;
  /** Clears the line, so that what follows starts clean. */
  done(): void;
}

const redrawIntervalMs = 100;

/** What of standard error is used. */
type Terminal = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;

/** The line on standard error. */
export function createProgress(stream: Terminal = process.stderr): Progress {
  if (!stream.isTTY) return { show: () => undefined, done: () => undefined };
  let drawnAt = 0;
  return {
    show(text) {
      const now = Date.now();
      if (now - drawnAt < redrawIntervalMs) return;
      drawnAt = now;
      stream.write(`\r\u001B[2K${text.slice(0, stream.columns - 1)}`);
    },
    done() {
      stream.write("\r\u001B[2K");
    },
  };
}

/** For where nobody sees that line: one of its own now and then, so that a log shows that work goes on. Gives what ends it. */
export function reportEvery(
  intervalMs: number,
  text: () => string,
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): () => void {
  const timer = stream.isTTY ? undefined : setInterval(() => stream.write(`${text()}\n`), intervalMs);
  return () => clearInterval(timer);
}
