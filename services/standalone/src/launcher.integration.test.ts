import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { waitFor } from "@fleet/testkit";
import { expect, test } from "vitest";

import { isAlive } from "./is-alive.ts";

const launched = fileURLToPath(new URL("./testing/launched.ts", import.meta.url));

test("what a script's shell launched ends with that shell, though no signal reaches it", async () => {
  // The second command keeps the shell from becoming the first.
  const shell = spawn("sh", ["-c", `"${process.execPath}" "${launched}"; true`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(shell.stdout), "line");
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  shell.kill("SIGKILL");
  await waitFor(() => !isAlive(pid), { message: "the launched process to end" });
});
