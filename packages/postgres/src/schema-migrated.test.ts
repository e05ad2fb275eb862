import { readFile } from "node:fs/promises";

import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import { z } from "zod";

import * as schema from "./schema/index.ts";

const snapshotSchema = z.custom<Parameters<typeof generateMigration>[0]>((value) => value instanceof Object);

async function readMeta(file: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../migrations/meta/${file}`, import.meta.url), "utf8"));
}

test("the migrations make all that the schema has", async () => {
  const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });
  const { entries } = journal.parse(await readMeta("_journal.json"));
  const number = entries.at(-1)?.tag.slice(0, 4);
  const migrated = snapshotSchema.parse(await readMeta(`${number}_snapshot.json`));
  expect(
    await generateMigration(migrated, generateDrizzleJson(schema)),
    "statements of no migration",
  ).toEqual([]);
});
