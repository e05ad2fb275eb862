import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { makeTemporaryDirectory } from "./data-directory.ts";
import { openStoreDirectory } from "./store-directory.ts";

let base: string;
beforeAll(async () => {
  base = await makeTemporaryDirectory("owners");
});
afterAll(() => rm(base, { recursive: true, force: true }));

it("is held by one of several that come at once after an owner that was killed", async () => {
  for (let round = 0; round < 400; round += 1) {
    const directory = join(base, String(round));
    await mkdir(directory);
    // A number beyond those that Linux gives.
    await writeFile(join(directory, "owner.json"), JSON.stringify({ pid: 2 ** 23, startedAt: "1" }));
    const taken = await Promise.allSettled([1, 2, 3].map(() => openStoreDirectory(directory)));
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});
