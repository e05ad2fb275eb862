import { testClickHouse, type TestClickHouse } from "@fleet/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openClickHouse } from "./client.ts";
import { migrateClickHouse } from "./migrate.ts";

let store: TestClickHouse;

beforeAll(async () => {
  store = await testClickHouse();
});
afterAll(() => store.drop());

test("migrations run twice leave one set of tables, each file noted once", async () => {
  await migrateClickHouse(store.url);
  await migrateClickHouse(store.url);

  const client = openClickHouse({ url: store.url, application: "test" });
  const result = await client.query({
    query: "SELECT name, count() AS times FROM schema_migrations GROUP BY name ORDER BY name",
    format: "JSONEachRow",
  });
  const rows = await result.json<{ name: string; times: number }>();
  expect(rows.map(({ name }) => name)).toContain("0001_positions.sql");
  expect(rows.every(({ times }) => times === 1)).toBe(true);
  await client.close();
});

test("a URL without a database name is refused with what is missing", async () => {
  await expect(migrateClickHouse("http://127.0.0.1:1/")).rejects.toThrow("must end in a database name");
});
