import type { ClickHouse } from "@fleet/clickhouse";
import type { DecodedFix } from "@fleet/domain";
import { eventDataSchemas } from "@fleet/events";
import { drivenClock, testClickHouse, testDatabase, type DrivenClock } from "@fleet/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import {
  openDeriverStage,
  type DerivedTables,
  type DeriverStage,
  type SeededVehicle,
  type StageLog,
} from "./fixtures/deriver-stage.ts";
import { madeUpDrive, twoTrips } from "./fixtures/made-up-drive.ts";

const startMs = Date.UTC(2025, 2, 3, 8);
const fixes = madeUpDrive(startMs, twoTrips, 1200);

let stage: DeriverStage;
let clock: DrivenClock;
let undisturbed: DerivedTables;
let drop: () => Promise<unknown>;
let vehicles = 0;

beforeAll(async () => {
  const [database, clickhouse] = await Promise.all([testDatabase(), testClickHouse()]);
  clock = drivenClock(startMs + 3_600_000);
  stage = await openDeriverStage({ databaseUrl: database.url, clickhouseUrl: clickhouse.url }, clock);
  drop = () => Promise.all([database.drop(), clickhouse.drop()]);
  const vehicle = await freshVehicle();
  const log = stage.log();
  log.reports.push(stage.report(vehicle, fixes));
  await (await log.take()).drain(10);
  undisturbed = anonymous(await stage.derived(vehicle));
});

afterAll(async () => {
  await stage.stop();
  await drop();
});

beforeEach(async () => {
  await stage.sql("DELETE FROM outbox");
});

function freshVehicle(): Promise<SeededVehicle> {
  vehicles += 1;
  return stage.seedVehicle(`vehicle${vehicles}`);
}

/** Without the ids that tell one test's vehicle from another's. */
function anonymous(tables: DerivedTables): DerivedTables {
  const drop = (key: string, value: unknown): unknown =>
    ["organisation_id", "vehicle_id", "device_id", "deviceId", "position_id"].includes(key)
      ? undefined
      : value;
  const parsed: DerivedTables = JSON.parse(JSON.stringify(tables, drop));
  return parsed;
}

function inReports(log: StageLog, vehicle: SeededVehicle, of: readonly DecodedFix[], size = 1): void {
  for (let at = 0; at < of.length; at += size) {
    log.reports.push(stage.report(vehicle, of.slice(at, at + size)));
  }
}

describe("a drive in the order it happened", () => {
  it("gives positions, trips, stops, live state and events, each once", async () => {
    const vehicle = await freshVehicle();
    const log = stage.log();
    inReports(log, vehicle, fixes);
    await (await log.take()).drain(7);
    expect(anonymous(await stage.derived(vehicle))).toEqual(undisturbed);
    expect(undisturbed.positions).toHaveLength(fixes.length);
    expect(undisturbed.trips).toHaveLength(2);
    expect(undisturbed.stops).toHaveLength(2);
    expect(undisturbed.state).toMatchObject({ ignition: false, movement_status: "parked" });
    const events = await stage.events();
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(events.filter(({ type }) => type !== "vehicle.status_changed").map(({ type }) => type)).toEqual([
      "ignition.on",
      "trip.started",
      "ignition.off",
      "trip.ended",
      "ignition.on",
      "trip.started",
      "ignition.off",
      "trip.ended",
    ]);
    for (const { type, data } of events) eventDataSchemas[type].parse(data);
    const ended = events.findLast(({ type }) => type === "trip.ended");
    expect(eventDataSchemas["trip.ended"].parse(ended?.data)).toMatchObject({
      trip: { settled_by: "fix", odometer_start_km: 1204.167, odometer_end_km: 1208.167 },
      position: { odometer_km: 1208.167 },
    });
  });
});
