import { migratePostgres } from "@fleet/postgres";
import { testDatabase, type TestDatabase } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

import { fleetAdmin } from "../testing/fleet-process.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await testDatabase();
  await migratePostgres(store.url);
});
afterAll(() => store.drop());

const admin = (...args: string[]) => fleetAdmin(args, { DATABASE_URL: store.url });

it("makes, lists and deletes geofences, south and west included", async () => {
  expect(await admin("org", "create", "--name", "Acme")).toEqual([{ id: 1 }]);
  const [circle, polygon] = ["-33.86,151.2,250", "-1,-2 3,-2 3,4"];
  await admin("geofence", "create", "--org", "1", "--name", "Quay", "--circle", circle);
  await admin("geofence", "create", "--org", "1", "--name", "Port", "--polygon", polygon);
  expect(await admin("geofence", "list", "--org", "1")).toEqual([
    { id: 1, name: "Quay", circle, polygon: null },
    { id: 2, name: "Port", circle: null, polygon },
  ]);
  expect(await admin("geofence", "delete", "1")).toEqual([{ id: 1 }]);
  expect(await admin("geofence", "list", "--org", "1")).toHaveLength(1);
  const neither = admin("geofence", "create", "--org", "1", "--name", "Nowhere");
  await expect(neither).rejects.toThrow("either --circle or --polygon");
});
