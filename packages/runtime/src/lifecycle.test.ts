import { expect, it, vi } from "vitest";

import { createLifecycle } from "./lifecycle.ts";
import { createLogger } from "./logger.ts";

it("names the part that does not stop in time, and those that were left for it in the same line", async () => {
  const logger = createLogger("test", "silent");
  const error = vi.spyOn(logger, "error");
  const lifecycle = createLifecycle(logger, 20);
  const stop = vi.fn(() => Promise.resolve());
  for (const name of ["operations port", "postgres"]) await lifecycle.start(name, () => ({ stop }));
  await lifecycle.start("bus", () => ({ stop: () => new Promise<void>(() => undefined) }));
  await lifecycle.start("gateway", () => ({ stop }));
  await lifecycle.stop();
  expect(error.mock.calls).toEqual([
    [{ part: "bus", stopWithinMs: 20, left: ["postgres", "operations port"] }, "part did not stop in time"],
  ]);
  // Told to stop all the same: the process may go on for a moment.
  expect(stop).toHaveBeenCalledTimes(3);
});
