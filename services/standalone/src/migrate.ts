import { migrateClickHouse } from "@fleet/clickhouse";
import { migratePostgres } from "@fleet/postgres";
import { readEnv } from "@fleet/runtime";
import type { Command } from "@commander-js/extra-typings";
import { z } from "zod";

/** Brings both schemas up to date; Postgres' lock keeps a second migration waiting. */
export async function migrate(stores: { databaseUrl: string; clickhouseUrl: string }): Promise<void> {
  await migratePostgres(stores.databaseUrl, () => migrateClickHouse(stores.clickhouseUrl));
}

/** `fleet migrate`: the schemas of the stores that the environment names. */
export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("bring the schemas of DATABASE_URL and CLICKHOUSE_URL up to date")
    .action(async () => {
      const env = readEnv(z.object({ DATABASE_URL: z.string(), CLICKHOUSE_URL: z.string() }));
      await migrate({ databaseUrl: env.DATABASE_URL, clickhouseUrl: env.CLICKHOUSE_URL });
      process.stderr.write("The schemas are up to date.\n");
    });
}
