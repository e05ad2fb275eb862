import { randomBytes } from "node:crypto";

import { Client } from "pg";

import { requiredStore, sharedStore } from "./shared-stores.ts";

export interface TestDatabase {
  /** As `DATABASE_URL`. */
  readonly url: string;
  /** Drops the database, whoever is still connected to it. */
  drop(): Promise<void>;
}

/** A Postgres database of its own, empty, on the server shared by the run. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await requiredStore("postgres");
  const database = freshName();
  await onPostgres(server, `CREATE DATABASE ${database}`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  return {
    url: url.href,
    drop: () => onPostgres(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  };
}

export interface TestClickHouse {
  /** As `CLICKHOUSE_URL`: the path names the database. */
  readonly url: string;
  readonly database: string;
  drop(): Promise<void>;
}

/** A ClickHouse database of its own, empty, on the server shared by the run. */
export async function testClickHouse(): Promise<TestClickHouse> {
  const { origin } = new URL(await requiredStore("clickhouse"));
  const database = freshName();
  await onClickHouse(origin, `CREATE DATABASE ${database}`);
  return {
    url: `${origin}/${database}`,
    database,
    drop: () => onClickHouse(origin, `DROP DATABASE IF EXISTS ${database} SYNC`),
  };
}

/** The Kafka shared by the run, or why there is none; topics are the test's own affair. */
export async function testKafka(): Promise<{ brokers: string } | { skipped: string }> {
  const answer = await sharedStore("kafka");
  return "skipped" in answer ? answer : { brokers: answer.url };
}

function freshName(): string {
  return `test_${randomBytes(6).toString("hex")}`;
}

async function onPostgres(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function onClickHouse(origin: string, sql: string): Promise<void> {
  const response = await fetch(origin, { method: "POST", body: sql });
  const text = await response.text();
  if (!response.ok) throw new Error(`ClickHouse answered ${response.status}: ${text}`);
}
