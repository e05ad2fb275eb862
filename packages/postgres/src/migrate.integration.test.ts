import { testDatabase, type TestDatabase } from "@fleet/testkit";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openDatabase } from "./database.ts";
import { migratePostgres } from "./migrate.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.drop());

test("migrations that race each other and run again all succeed", async () => {
  await Promise.all([migratePostgres(store.url), migratePostgres(store.url), migratePostgres(store.url)]);
  await migratePostgres(store.url);

  const database = openDatabase({ url: store.url, applicationName: "test" });
  const { rows } = await database.db.execute(sql`SELECT count(*)::int AS keys FROM installation_keys`);
  expect(rows).toEqual([{ keys: 1 }]);
  await database.stop();
});
