import type { Database } from "@fleet/postgres";
import { testDatabase, testLogger } from "@fleet/testkit";
import { onTestFinished } from "vitest";

import { createFleetRegistry, type FleetRegistry } from "../registry/fleet-registry.ts";

/** A registry that hears of no change, for it listens to another database; until the test is over. */
export async function deafRegistry(database: Database): Promise<FleetRegistry> {
  const elsewhere = await testDatabase();
  const logger = testLogger();
  const registry = createFleetRegistry({ database, databaseUrl: elsewhere.url, logger });
  onTestFinished(async () => {
    await registry.stop();
    await elsewhere.drop();
  });
  return registry;
}
