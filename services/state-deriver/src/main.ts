import { busKind, createBus } from "@fleet/bus";
import { openClickHouse } from "@fleet/clickhouse";
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

import { composeStateDeriver } from "./compose.ts";
import { stateDeriverEnv, stateDeriverSettings } from "./env.ts";

/** The state-deriver as a process of its own, configured by the environment alone. */
export async function main(): Promise<void> {
  const env = readEnv(stateDeriverEnv);
  const logger = createLogger("state-deriver", env.LOG_LEVEL);
  const metrics = createMetrics();
  const lifecycle = createLifecycle(logger, 30_000);
  const database = await lifecycle.start("postgres", () =>
    openDatabase({
      url: env.DATABASE_URL,
      applicationName: "state-deriver",
      onConnectionLost: (error) =>
        logger.warn({ reason: error.message }, "an idle connection to Postgres was lost"),
    }),
  );
  const clickhouse = openClickHouse({ url: env.CLICKHOUSE_URL, application: "state-deriver" });
  await lifecycle.start("clickhouse", () => ({ stop: () => clickhouse.close() }));
  const bus = await lifecycle.start("bus", () =>
    createBus({
      ...busKind(env),
      databaseUrl: env.DATABASE_URL,
      applicationName: "state-deriver",
      logger,
      metrics,
      appendBytesMax: 64 * 1024 * 1024,
    }),
  );
  const deriver = await lifecycle.start("state-deriver", () =>
    composeStateDeriver({
      bus,
      database,
      databaseUrl: env.DATABASE_URL,
      clickhouse,
      clock: systemClock,
      logger,
      metrics,
      ...stateDeriverSettings(env),
    }),
  );
  await lifecycle.start("operations port", () =>
    startOpsServer({
      port: env.STATE_DERIVER_OPS_PORT,
      host: "0.0.0.0",
      metrics,
      readiness: deriver.readiness,
    }),
  );
  logger.info("ready");
  await runUntilSignal(lifecycle);
}

if (import.meta.main) await runProcess(main);
