import { readFile, readdir } from "node:fs/promises";

import { ClickHouseError } from "@clickhouse/client";

import { openClickHouse, type ClickHouse } from "./client.ts";

const folder = new URL("../migrations/", import.meta.url);
// By code: no such table, no such database.
const unknownCodes = new Set(["60", "81"]);

/**
 * Applies the numbered SQL files that have not been applied yet, creating the URL's database first. Not safe to run
 * from two processes at once: ClickHouse has no locks, so callers hold Postgres' migration lock around it.
 */
export async function migrateClickHouse(url: string): Promise<void> {
  await createDatabase(url);
  const client = openClickHouse({ url, application: "fleet-migrate" });
  try {
    await client.command({
      query:
        "CREATE TABLE IF NOT EXISTS schema_migrations (name String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3)) ENGINE = MergeTree ORDER BY name",
    });
    for (const name of await missingMigrations(client)) await apply(client, name);
  } finally {
    await client.close();
  }
}

async function createDatabase(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  if (!/^\w+$/.test(database))
    throw new Error(
      `The ClickHouse URL must end in a database name, as in http://host:8123/fleet; it ends in "/${database}".`,
    );
  const server = new URL(url);
  server.pathname = "/";
  const client = openClickHouse({ url: server.href, application: "fleet-migrate" });
  try {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  } finally {
    await client.close();
  }
}

/**
 * Null where every migration that this version of the code knows has been applied, else what is to be done. A newer
 * schema will do: migrations leave the version before them working.
 */
export async function checkClickHouseSchema(client: ClickHouse): Promise<string | null> {
  const missing = await missingMigrations(client).catch((error: unknown) => {
    if (error instanceof ClickHouseError && unknownCodes.has(error.code)) return ["every migration"];
    throw error;
  });
  if (missing.length === 0) return null;
  return `the schema of ClickHouse lacks ${missing.join(", ")}: run \`fleet migrate\` of this version`;
}

async function missingMigrations(client: ClickHouse): Promise<string[]> {
  const applied = await appliedMigrations(client);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return files.filter((file) => !applied.has(file));
}

async function appliedMigrations(client: ClickHouse): Promise<Set<string>> {
  const result = await client.query({ query: "SELECT name FROM schema_migrations", format: "JSONEachRow" });
  return new Set((await result.json<{ name: string }>()).map((row) => row.name));
}

/** Statements end with a semicolon at the end of a line. A file cut short by a crash is run again from its start. */
async function apply(client: ClickHouse, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), "utf8");
  const statements = text
    .split(/;\s*$/m)
    .filter((statement) => statement.replaceAll(/^\s*--.*$/gm, "").trim() !== "");
  for (const query of statements) await client.command({ query });
  await client.insert({ table: "schema_migrations", values: [{ name }], format: "JSONEachRow" });
}
