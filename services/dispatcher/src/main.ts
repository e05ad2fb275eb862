import { busKind, createBus } from "@fleet/bus";
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

import { composeDispatcher } from "./compose.ts";
import { dispatcherEnv, dispatcherSettings } from "./env.ts";

const deadLetterBytesMax = 8 * 1024 * 1024;

/** The dispatcher as a process of its own, configured by the environment alone. */
export async function main(): Promise<void> {
  const env = readEnv(dispatcherEnv);
  const logger = createLogger("dispatcher", env.LOG_LEVEL);
  const metrics = createMetrics();
  const lifecycle = createLifecycle(logger, 30_000);
  const database = await lifecycle.start("postgres", () =>
    openDatabase({
      url: env.DATABASE_URL,
      applicationName: "dispatcher",
      onConnectionLost: (error) =>
        logger.warn({ reason: error.message }, "an idle connection to Postgres was lost"),
    }),
  );
  const bus = await lifecycle.start("bus", () =>
    createBus({
      ...busKind(env),
      databaseUrl: env.DATABASE_URL,
      applicationName: "dispatcher",
      logger,
      metrics,
      appendBytesMax: deadLetterBytesMax,
    }),
  );
  await lifecycle.start("dispatcher", () =>
    composeDispatcher({
      bus,
      database,
      clock: systemClock,
      random: Math.random,
      logger,
      metrics,
      ...dispatcherSettings(env),
    }),
  );
  await lifecycle.start("operations port", () =>
    startOpsServer({
      port: env.DISPATCHER_OPS_PORT,
      host: "0.0.0.0",
      metrics,
      readiness: { postgres: database.check, bus: bus.check },
    }),
  );
  logger.info("ready");
  await runUntilSignal(lifecycle);
}

if (import.meta.main) await runProcess(main);
