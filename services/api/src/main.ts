import { checkClickHouse, openClickHouse } from "@fleet/clickhouse";
import { openDatabase } from "@fleet/postgres";
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

/** The API as a process of its own, configured by the environment alone. */
export async function main(): Promise<void> {
  const env = readEnv(apiEnv);
  const logger = createLogger("api", env.LOG_LEVEL);
  const metrics = createMetrics();
  const lifecycle = createLifecycle(logger, 30_000);
  const deadlineMs = env.API_DEADLINE_S * 1000;
  const database = await lifecycle.start("postgres", () =>
    openDatabase({
      url: env.DATABASE_URL,
      applicationName: "api",
      statementTimeoutMs: deadlineMs,
      onConnectionLost: (error) =>
        logger.warn({ reason: error.message }, "an idle connection to Postgres was lost"),
    }),
  );
  const clickhouse = openClickHouse({
    url: env.CLICKHOUSE_URL,
    application: "api",
    requestTimeoutMs: deadlineMs,
    connectionsMax: 32,
  });
  await lifecycle.start("clickhouse", () => ({ stop: () => clickhouse.close() }));
  const api = await lifecycle.start("api", () =>
    composeApi({
      database,
      databaseUrl: env.DATABASE_URL,
      clickhouse,
      clock: systemClock,
      logger,
      metrics,
      ...apiSettings(env),
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
