import { busKind, createBus } from "@fleet/bus";
import { checkPostgresSchema, openDatabase } from "@fleet/postgres";
import { onceWell, runProcess, runService, showPool, systemClock } from "@fleet/runtime";

import { composeGateway } from "./compose.ts";
import { gatewayEnv, gatewaySettings } from "./env.ts";

const name = "gateway";

/** The gateway as a process of its own, configured by the environment alone. */
export const main = () =>
  runService({
    name,
    env: gatewayEnv,
    opsPort: (env) => env.GATEWAY_OPS_PORT,
    async start({ env, logger, metrics, lifecycle }) {
      const { DATABASE_URL: databaseUrl } = env;
      const database = await lifecycle.start("postgres", () =>
        openDatabase({ url: databaseUrl, applicationName: name }),
      );
      showPool(metrics, name, database.poolUse);
      const bus = await lifecycle.start("bus", () =>
        createBus({
          ...busKind(env),
          databaseUrl,
          applicationName: name,
          logger,
          metrics,
          appendBytesMax: env.GATEWAY_UNACKNOWLEDGED_BYTES_MAX,
        }),
      );
      const gateway = await lifecycle.start(name, () =>
        composeGateway({
          bus,
          database,
          databaseUrl,
          clock: systemClock,
          logger,
          metrics,
          ...gatewaySettings(env),
        }),
      );
      logger.info({ trackers: gateway.trackers, tlsTrackers: gateway.tlsTrackers }, "listening");
      return {
        postgres: database.check,
        schema: onceWell(() => checkPostgresSchema(database.db)),
        bus: bus.check,
        registry: gateway.check,
      };
    },
  });

if (import.meta.main) await runProcess(main);
