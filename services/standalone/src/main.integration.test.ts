import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, it } from "vitest";

import { fleet, startFleet } from "./testing/fleet-process.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "fleet-command-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What a command that fails writes to standard error. */
async function complaint(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const failed = await fleet(args, env).then(
    () => null,
    (error: unknown) => error,
  );
  if (failed instanceof Error && "stderr" in failed) return String(failed.stderr);
  return expect.unreachable("the command did not fail");
}

it("says in a line, without a stack, what the environment lacks", async () => {
  expect(await complaint(["migrate"], { DATABASE_URL: "", CLICKHOUSE_URL: "" })).toBe(
    "The environment has problems:\n  DATABASE_URL: must be set\n  CLICKHOUSE_URL: must be set\n",
  );
});

it("ends quietly when whoever reads its results has read enough", async () => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const pipeline = `yes zz | head -n 100000 | "$0" "$1" decode --protocol teltonika --json | head -n 1`;
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", pipeline, process.execPath, main]);
  expect(stdout).toBe('{"fixes":[],"reply":null,"error":"bad_line"}\n');
  expect(stderr).toBe("");
});

/** The lines for a person, the log's left out, when `fleet up` fails. */
async function told(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const lines = (await complaint(["up", ...args], env)).trim().split("\n");
  return lines.filter((line) => !line.startsWith("{"));
}

it("runs in a directory that only its user may enter, refuses another start there or on its port, and stops quietly", async () => {
  const args = ["--free-ports", "--data-dir", directory];
  const running = await startFleet(args);
  expect(await told(args)).toEqual([expect.stringContaining("is in use by the running process")]);
  const elsewhere = ["--free-ports", "--data-dir", join(directory, "other")];
  const port = new URL(running.instance.api).port;
  expect(await told(elsewhere, { API_PORT: port })).toEqual([
    expect.stringContaining(`Port ${port} on 127.0.0.1 is taken.`),
  ]);
  expect(await running.stop()).toBe(0);
  expect(running.log()).not.toContain("was lost");
});
