import { fileURLToPath } from "node:url";

import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";

import { withClient } from "./database.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));
const migrationLock = 7_305_114_922;

/**
 * Brings the schema up to date. Safe to run twice and from several processes at once: an advisory lock puts them in
 * line. `meanwhile` runs under the same lock, for stores that have none.
 */
export async function migratePostgres(url: string, meanwhile?: () => Promise<void>): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
    await meanwhile?.();
  });
}
