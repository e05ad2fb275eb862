import { openClickHouse } from "@fleet/clickhouse";
import { createMetrics, systemClock } from "@fleet/runtime";
import { testClickHouse, testDatabase, testLogger, waitFor } from "@fleet/testkit";
import { expect, it, onTestFinished } from "vitest";

import { composeStateDeriver } from "./compose.ts";
import { counted } from "./testing/counted.ts";
import { openDeriverStage } from "./testing/deriver-stage.ts";

it("what is done beside the batches shows its faults, from the start on", async () => {
  const [database, store] = await Promise.all([testDatabase(), testClickHouse()]);
  const stage = await openDeriverStage({ databaseUrl: database.url, clickhouseUrl: store.url }, systemClock);
  await stage.seedVehicle("van");
  await stage.sql("INSERT INTO outbox (vehicle_id, event) VALUES (1, 'no event')");
  await stage.sql(
    "INSERT INTO days_to_sum (organisation_id, vehicle_id, device_id, day, version) VALUES (1, 1, 1, 20000, 1)",
  );
  const clickhouse = openClickHouse({
    url: "http://127.0.0.1:1/away",
    application: "test",
  });
  const metrics = createMetrics();
  const deriver = await composeStateDeriver({
    bus: stage.bus,
    database: stage.database,
    databaseUrl: database.url,
    clickhouse,
    clock: systemClock,
    logger: testLogger(),
    metrics,
    batchRecordsMax: 5,
    clickhouseCluster: null,
  });
  onTestFinished(async () => {
    await deriver.stop();
    await Promise.all([stage.stop(), clickhouse.close()]);
    await Promise.all([database.drop(), store.drop()]);
  });
  const faults = () => counted(metrics, "deriver_faults_total");
  expect(Object.keys(await faults()).sort()).toEqual(["expiry", "relay", "sum"]);

  await waitFor(async () => Object.values(await faults()).every((count) => count > 0), {
    timeoutMs: 20_000,
    intervalMs: 200,
    message: "each step to have failed",
  });
});
