import { expect, test, vi } from "vitest";

import { isAlive, isOwnAlive } from "./is-alive.ts";

/** As where a signal is refused for this reason. */
function refused(code: string): () => never {
  return () => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  };
}

test("another user's process is alive, and not one's own", () => {
  const kill = vi.spyOn(process, "kill");
  try {
    expect([isAlive(process.pid), isOwnAlive(process.pid)]).toEqual([true, true]);
    kill.mockImplementation(refused("EPERM"));
    expect([isAlive(7), isOwnAlive(7)]).toEqual([true, false]);
    kill.mockImplementation(refused("ESRCH"));
    expect([isAlive(7), isOwnAlive(7)]).toEqual([false, false]);
  } finally {
    kill.mockRestore();
  }
});
