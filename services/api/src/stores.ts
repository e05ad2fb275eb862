import { openClickHouse, type ClickHouse } from "@fleet/clickhouse";
import { openDatabase, type Database } from "@fleet/postgres";
import type { Logger, Running } from "@fleet/runtime";

export interface StoresOptions {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  /** After which a query is given up, here and at the server. */
  readonly deadlineMs: number;
  readonly logger: Logger;
}

export interface Stores extends Running {
  readonly database: Database;
  readonly clickhouse: ClickHouse;
}

/** The API's own connections, on which nothing lasts longer than a request may. Connects on first use. */
export function openStores({ databaseUrl, clickhouseUrl, deadlineMs, logger }: StoresOptions): Stores {
  const database = openDatabase({
    url: databaseUrl,
    applicationName: "api",
    statementTimeoutMs: deadlineMs,
    logger,
  });
  const clickhouse = openClickHouse({
    url: clickhouseUrl,
    application: "api",
    requestTimeoutMs: deadlineMs,
    connectionsMax: 32,
    readOnly: true,
  });
  return {
    database,
    clickhouse,
    async stop() {
      await clickhouse.close();
      await database.stop();
    },
  };
}
