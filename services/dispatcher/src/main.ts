import { busKind, createBus } from "@fleet/bus";
import { checkPostgresSchema, openDatabase } from "@fleet/postgres";
import { onceWell, runProcess, runService, showPool, startOnceWell, systemClock } from "@fleet/runtime";

import { composeDispatcher } from "./compose.ts";
import { dispatcherEnv, dispatcherSettings } from "./env.ts";

const name = "dispatcher";
const deadLetterBytesMax = 8 * 1024 * 1024;

/** The dispatcher as a process of its own, configured by the environment alone. */
export const main = () =>
  runService({
    name,
    env: dispatcherEnv,
    opsPort: (env) => env.DISPATCHER_OPS_PORT,
    async start({ env, logger, metrics, lifecycle }) {
      const { DATABASE_URL: databaseUrl } = env;
      const database = await lifecycle.start("postgres", () =>
        openDatabase({
          url: databaseUrl,
          applicationName: name,
          onConnectionLost: (error) =>
            logger.warn({ reason: error.message }, "an idle connection to Postgres was lost"),
        }),
      );
      showPool(metrics, name, database.poolUse);
      const bus = await lifecycle.start("bus", () =>
        createBus({
          ...busKind(env),
          databaseUrl,
          applicationName: name,
          logger,
          metrics,
          appendBytesMax: deadLetterBytesMax,
        }),
      );
      const schema = onceWell(() => checkPostgresSchema(database.db));
      await lifecycle.start(name, () =>
        startOnceWell({
          check: schema,
          logger,
          start: () =>
            composeDispatcher({
              bus,
              database,
              clock: systemClock,
              random: Math.random,
              logger,
              metrics,
              ...dispatcherSettings(env),
            }),
        }),
      );
      return { postgres: database.check, schema, bus: bus.check };
    },
  });

if (import.meta.main) await runProcess(main);
