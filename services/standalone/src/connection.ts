import { clickhouseMigrationEnv } from "@fleet/clickhouse";
import { readEnv } from "@fleet/runtime";
import { z } from "zod";

import { findInstance, type Instance } from "./instance.ts";
import { UsageError } from "./output.ts";

/**
 * The database that a command acts on: that of the data directory if one is named, else DATABASE_URL, else that of
 * the installation started last.
 */
export async function databaseUrlOf(dataDir: string | undefined): Promise<string> {
  const fromEnv = process.env["DATABASE_URL"];
  if (dataDir === undefined && fromEnv !== undefined && fromEnv !== "") return fromEnv;
  return (await runningInstance(dataDir, "DATABASE_URL")).database_url;
}

/** The ClickHouse beside that database: by CLICKHOUSE_URL and CLICKHOUSE_CLUSTER wherever DATABASE_URL counts. */
export async function clickhouseOf(
  dataDir: string | undefined,
): Promise<{ readonly url: string; readonly cluster: string | null }> {
  if (dataDir === undefined && (process.env["DATABASE_URL"] ?? "") !== "") {
    const env = readEnv(z.object(clickhouseMigrationEnv));
    return { url: env.CLICKHOUSE_URL, cluster: env.CLICKHOUSE_CLUSTER ?? null };
  }
  return {
    url: (await runningInstance(dataDir, "DATABASE_URL and CLICKHOUSE_URL")).clickhouse_url,
    cluster: null,
  };
}

async function runningInstance(dataDir: string | undefined, variables: string): Promise<Instance> {
  const instance = await findInstance(dataDir);
  if (instance !== undefined) return instance;
  throw new UsageError(
    dataDir === undefined
      ? `No installation is running. Start one with \`fleet up\`, or set ${variables}.`
      : `No installation is running on ${dataDir}. Start it with \`fleet up --data-dir ${dataDir}\`.`,
  );
}
