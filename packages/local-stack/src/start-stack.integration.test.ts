import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { makeTemporaryDirectory } from "./data-directory.ts";
import { identify } from "./process-identity.ts";
import { freeStackPorts, startStack } from "./start-stack.ts";

let base: string;
beforeAll(async () => {
  base = await makeTemporaryDirectory("stack");
});
afterAll(() => rm(base, { recursive: true, force: true }));

it.skipIf(process.platform !== "linux")(
  "says so where nothing can be made, as in /proc or a file",
  async () => {
    const file = join(base, "file");
    await writeFile(file, "");
    for (const dataDir of ["/proc/fleet", "/proc/fleet/data", file, join(file, "data")])
      await expect(startStack({ dataDir, kafka: false, ports: freeStackPorts })).rejects.toMatchObject({
        code: "directory-unreachable",
        message: expect.stringMatching(`^${dataDir} cannot be the data directory: E[A-Z]+: `),
      });
  },
);

it("starts all stores together, and stops the others when one cannot start", async () => {
  const heard: string[] = [];
  const options = { dataDir: join(base, "one"), kafka: false, ports: freeStackPorts };
  const stack = await startStack({ ...options, onProgress: (message) => heard.push(message) });
  expect(heard.toSorted()).toEqual([
    "ClickHouse is ready",
    "Postgres is ready",
    "starting ClickHouse",
    "starting Postgres",
  ]);
  const taken = Number(new URL(stack.clickhouseUrl).port);
  const other = { ...options, dataDir: join(base, "other"), ports: { ...freeStackPorts, clickhouse: taken } };
  await expect(startStack(other)).rejects.toMatchObject({ code: "port-taken" });
  await expect(readFile(join(base, "other", "postgres", "owner.json"))).rejects.toMatchObject({
    code: "ENOENT",
  });
  const pidFile = join(base, "one", "postgres", "cluster", "postmaster.pid");
  const pid = Number((await readFile(pidFile, "utf8")).split("\n")[0]);
  await stack.stop();
  expect(await identify(pid)).toBeNull();
});
