import { createBus } from "@fleet/bus";
import { openClickHouse } from "@fleet/clickhouse";
import { openDatabase } from "@fleet/postgres";
import {
  createLifecycle,
  createLogger,
  createMetrics,
  readEnv,
  startOpsServer,
  systemClock,
} from "@fleet/runtime";

import { composeStateDeriver } from "./compose.ts";
import { stateDeriverEnv } from "./env.ts";

const service = "state-deriver";
const stopWithinMs = 15_000;

const env = readEnv(stateDeriverEnv);
const logger = createLogger(service, env.LOG_LEVEL);
const metrics = createMetrics();
const lifecycle = createLifecycle(logger, stopWithinMs);

const database = await lifecycle.start("database", () =>
  openDatabase({ url: env.DATABASE_URL, applicationName: service }),
);
const clickhouse = openClickHouse({ url: env.CLICKHOUSE_URL, application: service });
await lifecycle.start("clickhouse", () => ({ stop: () => clickhouse.close() }));
const bus = await lifecycle.start("bus", () =>
  createBus({
    kind: env.BUS,
    brokers: env.KAFKA_BROKERS,
    databaseUrl: env.DATABASE_URL,
    applicationName: service,
    logger,
    metrics,
    appendBytesMax: 64 * 1024 * 1024,
  }),
);
const deriver = await lifecycle.start(service, () =>
  composeStateDeriver({
    bus,
    database,
    databaseUrl: env.DATABASE_URL,
    clickhouse,
    clock: systemClock,
    logger,
    metrics,
    batchRecordsMax: env.STATE_DERIVER_BATCH_RECORDS_MAX,
  }),
);
await lifecycle.start("ops", () =>
  startOpsServer({
    port: env.STATE_DERIVER_OPS_PORT,
    host: env.STATE_DERIVER_OPS_HOST,
    metrics,
    readiness: deriver.readiness,
  }),
);
logger.info("state-deriver runs");

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void lifecycle.stop().then(() => process.exit(0)));
}
