import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { migratePostgres } from "@fleet/postgres";
import { testDatabase } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";

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

it("says so of the level of the log before it starts anything", async () => {
  const args = ["up", "--data-dir", join(directory, "none")];
  expect(await complaint(args, { LOG_LEVEL: "loud" })).toMatch(
    /^The environment has problems:\n {2}LOG_LEVEL: must be one of trace, [^\n]*\n$/,
  );
});

it("says in a line, without a stack, what keeps a command from its stores", async () => {
  const create = ["admin", "org", "create", "--name", "Acme"];
  expect(await complaint(create, { DATABASE_URL: "postgres://nobody@127.0.0.1:1/fleet" })).toBe(
    "A store cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Run it again when it answers.\n",
  );
  expect(await complaint(create, { DATABASE_URL: "fleet" })).toBe(
    "The environment has problems:\n  DATABASE_URL: must be postgres://user:password@host:port/database\n",
  );
  const store = await testDatabase();
  onTestFinished(() => store.drop());
  for (const command of [create, ["simulate", "--vehicles", "1"]])
    expect(await complaint(command, { DATABASE_URL: store.url })).toMatch(
      /^A store is not ready: the schema of Postgres lacks 0000_initial.*: run `fleet migrate` of this version\.\n$/,
    );
  await migratePostgres(store.url);
  const erase = ["admin", "vehicle", "erase", "1", "--name", "Van 1"];
  const CLICKHOUSE_URL = "http://127.0.0.1:1/fleet";
  expect(await complaint(erase, { DATABASE_URL: store.url, CLICKHOUSE_URL })).toBe(
    "A store cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Run it again when it answers.\n",
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

it("runs in a directory that only its user may enter, shows each pool of connections, refuses another start there or on its port, and stops quietly", async () => {
  const args = ["--free-ports", "--data-dir", directory];
  const running = await startFleet(args);
  expect(await told(args)).toEqual([expect.stringContaining("is in use by the running process")]);
  const elsewhere = ["--free-ports", "--data-dir", join(directory, "other")];
  const metrics = await (await fetch(`${running.instance.ops}/metrics`)).text();
  for (const pool of ["fleet", "fleet bus", "api"])
    expect(metrics).toContain(`postgres_pool_connections{pool="${pool}",state="used"}`);
  const port = new URL(running.instance.api).port;
  expect(await told(elsewhere, { API_PORT: port })).toEqual([
    expect.stringContaining(`Port ${port} on 127.0.0.1 is taken.`),
  ]);
  expect(await running.stop()).toBe(0);
  expect(running.log()).not.toContain("was lost");
});
