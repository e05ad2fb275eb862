import { testClickHouse, testDatabase, type DrivenClock } from "@fleet/testkit";

import { openDeriverStage, type DeriverStage } from "./deriver-stage.ts";

/** A stage on stores of its own among the test run's, which are dropped once it has stopped. */
export async function openFreshStage(clock: DrivenClock): Promise<DeriverStage> {
  const [database, clickhouse] = await Promise.all([testDatabase(), testClickHouse()]);
  const stage = await openDeriverStage({ databaseUrl: database.url, clickhouseUrl: clickhouse.url }, clock);
  return {
    ...stage,
    async stop() {
      await stage.stop();
      await Promise.all([database.drop(), clickhouse.drop()]);
    },
  };
}
