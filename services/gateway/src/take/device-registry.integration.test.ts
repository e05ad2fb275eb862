import { listen, migratePostgres, openDatabase, type Database } from "@fleet/postgres";
import { createLogger } from "@fleet/runtime";
import { testDatabase, waitFor } from "@fleet/testkit";
import { expect, onTestFinished, test } from "vitest";

import { createDeviceRegistry } from "./device-registry.ts";

/** A registry on a database of its own, and how often it has been read. */
async function openRegistry() {
  const store = await testDatabase();
  await migratePostgres(store.url);
  const database = openDatabase({ url: store.url, applicationName: "test" });
  let reads = 0;
  const watched: Database = {
    ...database,
    get db() {
      reads += 1;
      return database.db;
    },
  };
  const registry = await createDeviceRegistry({
    database: watched,
    databaseUrl: store.url,
    logger: createLogger("test", "silent"),
    registryFile: null,
  });
  onTestFinished(async () => {
    await registry.stop();
    await database.stop();
    await store.drop();
  });
  // Once more when it has begun to listen.
  await waitFor(() => reads === 2);
  return { registry, databaseUrl: store.url, db: database.db, reads: () => reads };
}

test("a burst of changes costs some reads a second, and its last is known within a second", async () => {
  const { registry, db, reads } = await openRegistry();
  const [begunMs, before] = [performance.now(), reads()];
  let devices = 0;
  for (; performance.now() - begunMs < 1500; devices += 1)
    await db.execute(`INSERT INTO devices (unique_id, model) VALUES ('d${devices}', 'teltonika-fmb920')`);
  const spentMs = performance.now() - begunMs;
  expect(reads() - before).toBeLessThanOrEqual(1 + spentMs / 300);
  await waitFor(() => registry.find(`d${devices - 1}`), { timeoutMs: 1000 });
  expect(registry.find("d0")?.uniqueId).toBe("d0");
});

test("what changes of vehicles costs no read", async () => {
  const { registry, db, reads, databaseUrl } = await openRegistry();
  await db.execute("INSERT INTO organisations (name) VALUES ('Acme')");
  await db.execute("INSERT INTO vehicles (organisation_id, name) VALUES (1, 'Van')");
  let announced = 0;
  const listener = listen({
    url: databaseUrl,
    applicationName: "test",
    channels: ["registry_changed"],
    onChange: () => (announced += 1),
  });
  onTestFinished(() => listener.stop());
  await waitFor(() => announced === 1);
  // For longer than reads are apart.
  const begunMs = performance.now();
  for (let n = 1; performance.now() - begunMs < 700; n += 1) {
    await db.execute(`UPDATE vehicles SET odometer_offset_m = ${n}`);
    await waitFor(() => announced === 1 + n);
  }
  await db.execute("INSERT INTO devices (unique_id, model) VALUES ('d', 'teltonika-fmb920')");
  await waitFor(() => registry.find("d"));
  expect(reads()).toBe(3);
});
