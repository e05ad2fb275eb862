import { fileURLToPath } from "node:url";

import { advisoryLocks } from "./advisory-locks.ts";
import { withClient } from "./database.ts";
import { drizzle, migrate } from "./drizzle.ts";
import { isPostgresSchemaLater } from "./schema-check.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/**
 * Brings the schema up to date. Safe to run twice and from several processes at once: an advisory lock puts them in
 * line. `meanwhile` runs under the same lock, for stores that have none. Resolves with whether the schema is that of a
 * later version, which stays as it is.
 */
export async function migratePostgres(url: string, meanwhile?: () => Promise<unknown>): Promise<boolean> {
  return withClient(url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [advisoryLocks.migration]);
    const db = drizzle(client);
    await migrate(db, { migrationsFolder });
    await meanwhile?.();
    return isPostgresSchemaLater(db);
  });
}
