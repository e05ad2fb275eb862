import { checkClickHouse } from "@fleet/clickhouse";
import {
  createLifecycle,
  createLogger,
  createMetrics,
  readEnv,
  runProcess,
  runUntilSignal,
  startOpsServer,
  systemClock,
} from "@fleet/runtime";

import { composeApi } from "./compose.ts";
import { apiEnv, apiSettings } from "./env.ts";
import { openStores } from "./stores.ts";

/** The API as a process of its own, configured by the environment alone. */
export async function main(): Promise<void> {
  const env = readEnv(apiEnv);
  const logger = createLogger("api", env.LOG_LEVEL);
  const metrics = createMetrics();
  const lifecycle = createLifecycle(logger, 30_000);
  const settings = apiSettings(env);
  const stores = await lifecycle.start("stores", () =>
    openStores({
      databaseUrl: env.DATABASE_URL,
      clickhouseUrl: env.CLICKHOUSE_URL,
      deadlineMs: settings.deadlineMs,
      logger,
    }),
  );
  const { database, clickhouse } = stores;
  const api = await lifecycle.start("api", () =>
    composeApi({
      database,
      databaseUrl: env.DATABASE_URL,
      clickhouse,
      clock: systemClock,
      logger,
      metrics,
      ...settings,
    }),
  );
  await lifecycle.start("operations port", () =>
    startOpsServer({
      port: env.API_OPS_PORT,
      host: "0.0.0.0",
      metrics,
      readiness: { postgres: database.check, clickhouse: () => checkClickHouse(clickhouse) },
    }),
  );
  logger.info({ port: api.port }, "ready");
  await runUntilSignal(lifecycle);
}

if (import.meta.main) await runProcess(main);
