import { afterAll, beforeAll, expect, it } from "vitest";

import { addAlerts, withoutAlert } from "./alerts.ts";
import { vehicles } from "./schema/index.ts";
import { addOrganisation, openMigratedDatabase, type MigratedDatabase } from "./testing/migrated-database.ts";

let database: MigratedDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase();
});
afterAll(() => database.stop());

it("leaves the spans in which no alert of their type and vehicle was raised, bounds included", async () => {
  const { organisationId } = await addOrganisation(database);
  const made = ["one", "other"].map((name) => ({ organisationId, name }));
  const [one, other] = await database.db.insert(vehicles).values(made).returning({ id: vehicles.id });
  const [vehicleId, otherId] = [one?.id ?? 0, other?.id ?? 0];
  const raised = { vehicleId, type: "sos", fixTimeMs: 1000 } as const;
  // One is told of again, and one is of a vehicle that was deleted meanwhile.
  for (let n = 0; n < 2; n++) await addAlerts(database.db, [raised, { ...raised, vehicleId: 999_999 }]);
  const span = (startMs: number, lastMs: number, more: { vehicleId?: number; type?: "overspeed" } = {}) => ({
    vehicleId,
    type: "sos" as const,
    startMs,
    lastMs,
    ...more,
  });
  const free = [
    span(0, 999),
    span(1001, 2000),
    span(0, 2000, { type: "overspeed" }),
    span(0, 2000, { vehicleId: otherId }),
  ];
  const spans = [span(0, 1000), ...free, span(1000, 2000)];
  expect(await withoutAlert(database.db, spans)).toEqual(free);
});
