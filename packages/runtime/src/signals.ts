import type { Running } from "./lifecycle.ts";

/** Waits for SIGTERM or SIGINT, then stops what runs. A second signal ends the process at once. */
export async function runUntilSignal(running: Running): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(1));
  await running.stop();
}
