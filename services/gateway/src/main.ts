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

import { composeGateway } from "./compose.ts";
import { gatewayEnv, gatewaySettings } from "./env.ts";

/** The gateway as a process of its own, configured by the environment alone. */
export async function main(): Promise<void> {
  const env = readEnv(gatewayEnv);
  const logger = createLogger("gateway", env.LOG_LEVEL);
  const metrics = createMetrics();
  const lifecycle = createLifecycle(logger, 30_000);
  const database = await lifecycle.start("postgres", () =>
    openDatabase({ url: env.DATABASE_URL, applicationName: "gateway" }),
  );
  const bus = await lifecycle.start("bus", () =>
    createBus({
      ...busKind(env),
      databaseUrl: env.DATABASE_URL,
      applicationName: "gateway",
      logger,
      metrics,
      appendBytesMax: env.GATEWAY_UNACKNOWLEDGED_BYTES_MAX,
    }),
  );
  const gateway = await lifecycle.start("gateway", () =>
    composeGateway({
      bus,
      database,
      databaseUrl: env.DATABASE_URL,
      clock: systemClock,
      logger,
      metrics,
      ...gatewaySettings(env),
    }),
  );
  await lifecycle.start("operations port", () =>
    startOpsServer({
      port: env.GATEWAY_OPS_PORT,
      host: "0.0.0.0",
      metrics,
      readiness: { postgres: database.check, bus: bus.check, registry: gateway.check },
    }),
  );
  logger.info({ trackers: gateway.trackers }, "ready");
  await runUntilSignal(lifecycle);
}

if (import.meta.main) await runProcess(main);
