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

/** Without ignition and odometer, dense enough for snapshots on the way; some fixes leap, some have no place. */
const unwired = madeUpDrive(
  startMs,
  twoTrips.map((leg) => ({ ...leg, ignition: null, everyS: 3 })),
).map((fix, i) => {
  if (i % 97 === 50) return { ...fix, lat: 12, lng: 12 };
  return i % 71 === 30 ? { ...fix, valid: false, lat: null, lng: null } : fix;
});

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
  undisturbed = await deriveAtOnce(fixes);
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
    ["organisation_id", "vehicle_id", "device_id", "deviceId", "position_id"].includes(key) ? undefined : value;
  const parsed: DerivedTables = JSON.parse(JSON.stringify(tables, drop));
  return parsed;
}

/** What a drive comes to as one report to a vehicle of its own. */
async function deriveAtOnce(drive: readonly DecodedFix[]): Promise<DerivedTables> {
  const vehicle = await freshVehicle();
  const log = stage.log();
  log.reports.push(stage.report(vehicle, drive));
  await (await log.take()).drain(10);
  return anonymous(await stage.derived(vehicle));
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

describe("whatever the order", () => {
  const disorder = fc.record({
    seed: fc.nat(),
    /** How far records stray, as a part of the whole. */
    stray: fc.constantFrom(0.02, 0.1, 1),
    repeated: fc.nat(20),
    reportSize: fc.integer({ min: 1, max: 9 }),
    batches: fc.integer({ min: 1, max: 20 }),
    // Nought leaves the way of late records; otherwise every record is recovered.
    attemptRecordsMax: fc.constantFrom(0, 0, 5000),
  });

  it.each([
    ["a wired tracker", fixes, 8],
    ["an unwired tracker with leaps", unwired, 2],
  ])("ends in what the sorted records end in: %s", async (_, drive, numRuns) => {
    const sorted = await deriveAtOnce(drive);
    await fc.assert(
      fc.asyncProperty(disorder, async ({ seed, stray, repeated, reportSize, batches, attemptRecordsMax }) => {
        const vehicle = await freshVehicle();
        const log = stage.log();
        const random = numbersFrom(seed);
        const sent = [...drive];
        for (let i = 0; i < repeated; i += 1) sent.push(...sent.slice(Math.floor(random() * drive.length)).slice(0, 1));
        const shuffled = sent
          .map((fix, i) => ({ fix, key: (i % drive.length) / drive.length + random() * stray }))
          .sort((a, b) => a.key - b.key)
          .map(({ fix }) => fix);
        inReports(log, vehicle, shuffled, reportSize);
        await (await log.take({ attemptRecordsMax })).drain(batches);
        expect(anonymous(await stage.derived(vehicle))).toEqual(sorted);
      }),
      { numRuns, endOnFailure: true },
    );
  });
});

/** Random numbers below 1 that a seed decides (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
