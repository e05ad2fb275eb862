import { listUnknownDevices, migratePostgres, openDatabase } from "@fleet/postgres";
import { createLogger } from "@fleet/runtime";
import { drivenClock, testDatabase } from "@fleet/testkit";
import { expect, onTestFinished, test, vi } from "vitest";

import { createRefusalLog } from "./refusal-log.ts";

test("unknown trackers that dial on and on are one line of the log a second, which names the first ten", async () => {
  const store = await testDatabase();
  await migratePostgres(store.url);
  const database = openDatabase({ url: store.url, applicationName: "refusals" });
  onTestFinished(async () => {
    await database.stop();
    await store.drop();
  });
  const logger = createLogger("test", "silent");
  const info = vi.spyOn(logger, "info");
  const log = createRefusalLog({ database, clock: drivenClock(Date.UTC(2026, 2, 1)), logger });
  const trackers = Array.from({ length: 12 }, (_, n) => ({
    protocol: "h02",
    uniqueId: `retired-${n}`,
    peer: "192.0.2.1",
  }));
  for (const tracker of [...trackers, ...trackers]) log.noteUnknown(tracker);
  await log.stop();
  const devices = trackers.slice(0, 10).map(({ uniqueId: device, ...at }) => ({ ...at, device }));
  expect(info).toHaveBeenCalledExactlyOnceWith({ devices, unnamed: 2 }, "unknown trackers turned away");
  const noted = await listUnknownDevices(database.db, 20);
  expect(noted.map(({ attempts }) => attempts)).toEqual(trackers.map(() => 2));
});
