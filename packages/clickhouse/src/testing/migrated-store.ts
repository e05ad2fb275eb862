import { testClickHouse } from "@fleet/testkit";

import { openClickHouse, type ClickHouse } from "../client.ts";
import { migrateClickHouse } from "../migrate.ts";
import { openReader, type Reader } from "../reader.ts";

/** A database of the test's own with the schema, and both ways to it. */
export interface MigratedStore {
  readonly client: ClickHouse;
  readonly reader: Reader;
  /** Closes both and drops the database. */
  close(): Promise<void>;
}

export async function openMigratedStore(): Promise<MigratedStore> {
  const store = await testClickHouse();
  const { url } = store;
  await migrateClickHouse(url);
  const client = openClickHouse({ url, application: "test" });
  const reader = openReader({ url, application: "test" });
  return {
    client,
    reader,
    async close() {
      await reader.close();
      await client.close();
      await store.drop();
    },
  };
}
