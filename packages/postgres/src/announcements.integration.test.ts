import { testDatabase, waitFor, type TestDatabase } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

import { openDatabase, type Database } from "./database.ts";
import { listen } from "./listen.ts";
import { migratePostgres } from "./migrate.ts";

let store: TestDatabase;
let database: Database;

beforeAll(async () => {
  store = await testDatabase();
  await migratePostgres(store.url);
  database = openDatabase({ url: store.url, applicationName: "test" });
});
afterAll(async () => {
  await database.stop();
  await store.drop();
});

it("tells gateways and derivers which table changed, and only of what they keep of it", async () => {
  const heard: (string | null)[] = [];
  const listener = listen({
    url: store.url,
    applicationName: "test",
    channels: ["registry_changed"],
    onChange: (_channel, payload) => heard.push(payload),
  });
  await waitFor(() => heard.length === 1);
  /** What is announced of a statement. */
  const announced = async (statement: string) => {
    heard.length = 0;
    await database.db.execute(statement);
    await database.db.execute("NOTIFY registry_changed, 'end'");
    await waitFor(() => heard.at(-1) === "end");
    return heard.slice(0, -1);
  };
  await database.db.execute("INSERT INTO organisations (name) VALUES ('Acme')");
  await database.db.execute("INSERT INTO vehicle_groups (organisation_id, name) VALUES (1, 'G')");

  expect(await announced("INSERT INTO vehicles (organisation_id, name) VALUES (1, 'Van')")).toEqual([]);
  for (const unused of ["archived_at = now()", "group_id = 1", "vin = 'V'", "type = 'van'"])
    expect(await announced(`UPDATE vehicles SET ${unused}, updated_at = now()`)).toEqual([]);
  for (const used of [
    "name = 'Lorry'",
    "plate = 'B-AB 1'",
    "speed_limit_kmh = 80",
    "odometer_offset_m = 5",
    "positions_from = now()",
  ])
    expect(await announced(`UPDATE vehicles SET ${used}, updated_at = now()`)).toEqual(["vehicles"]);

  const device = "INSERT INTO devices (unique_id, model) VALUES ('1', 'teltonika-fmb920')";
  expect(await announced(device)).toEqual(["devices"]);
  expect(await announced("UPDATE devices SET model = 'teltonika-fmb130'")).toEqual([]);
  expect(await announced("UPDATE devices SET status = 'retired'")).toEqual(["devices"]);
  const assignment = "INSERT INTO assignments (device_id, vehicle_id, from_at) VALUES (1, 1, now())";
  expect(await announced(assignment)).toEqual(["assignments"]);
  expect(await announced("UPDATE assignments SET to_at = 'infinity'")).toEqual(["assignments"]);
  expect(await announced("DELETE FROM assignments")).toEqual(["assignments"]);
  expect(await announced("DELETE FROM vehicles")).toEqual(["vehicles"]);
  expect(await announced("DELETE FROM devices")).toEqual(["devices"]);
  await listener.stop();
});
