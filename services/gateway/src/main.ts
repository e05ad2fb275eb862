import { createBus } from "@fleet/bus";
import { openDatabase } from "@fleet/postgres";
import {
  createLifecycle,
  createLogger,
  createMetrics,
  readEnv,
  runUntilSignal,
  startOpsServer,
  systemClock,
} from "@fleet/runtime";

import { composeGateway } from "./compose.ts";
import { gatewayEnv } from "./env.ts";

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
    createBus({ env, database, logger, applicationName: "gateway" }),
  );
  const gateway = await lifecycle.start("gateway", () =>
    composeGateway({
      bus,
      database,
      databaseUrl: env.DATABASE_URL,
      clock: systemClock,
      logger,
      metrics,
      host: env.GATEWAY_HOST,
      ports: env.GATEWAY_PORTS,
      limits: {
        connectionsMax: env.GATEWAY_CONNECTIONS_MAX,
        connectionsPerAddressMax: env.GATEWAY_CONNECTIONS_PER_ADDRESS_MAX,
        loginTimeoutMs: env.GATEWAY_LOGIN_TIMEOUT_S * 1000,
        idleTimeoutMs: env.GATEWAY_IDLE_TIMEOUT_S * 1000,
        frameTimeoutMs: env.GATEWAY_FRAME_TIMEOUT_S * 1000,
      },
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
