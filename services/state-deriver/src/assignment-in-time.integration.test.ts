import { fixesTopic, type Bus, type FixReport } from "@fleet/bus";
import { listPositions, listTrips } from "@fleet/clickhouse";
import { Principal, type DecodedFix } from "@fleet/domain";
import { assignDevice, findVehicleHistory } from "@fleet/postgres";
import { drivenClock } from "@fleet/testkit";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { DeriverStage, SeededVehicle } from "./testing/deriver-stage.ts";
import { openFreshStage } from "./testing/fresh-stage.ts";
import { madeUpDrive, twoTrips } from "./testing/made-up-drive.ts";
import { numbersFrom } from "./testing/random-numbers.ts";

const startMs = Date.UTC(2025, 2, 3, 8);
const moving = madeUpDrive(startMs, twoTrips);
/** In the middle of the first trip, and of the buffered upload. */
const movedAtMs = startMs + 200_000;
/** The device that comes onto the first vehicle is heard from a while after. */
const replacement = madeUpDrive(startMs + 1000_000, twoTrips);
const clock = drivenClock(startMs + 10 * 3_600_000);

let stage: DeriverStage;
let vehicles = 0;

beforeAll(async () => {
  stage = await openFreshStage(clock);
});

afterAll(async () => {
  await stage.stop();
});

interface Seen {
  readonly fixTimes: readonly number[];
  readonly legsMm: readonly number[];
  readonly trips: readonly { readonly start: number; readonly end: number | null; readonly mm: number }[];
}

/** What an organisation sees of a vehicle; null where the vehicle is not its own. */
async function seenBy(organisationId: number, vehicleId: number): Promise<Seen | null> {
  const principal = Principal.authenticated({ organisationId, tokenId: 1 });
  const history = await findVehicleHistory(stage.database.db, principal, vehicleId);
  if (history === null) return null;
  const range = { fromMs: startMs - 86_400_000, toMs: startMs + 86_400_000 };
  const page = { limit: 5000, edge: null };
  const positions = await listPositions(stage.reader, principal, { history, range, page });
  const trips = await listTrips(stage.reader, principal, { history, range, page, updatedSinceMs: null });
  return {
    fixTimes: positions.rows.map((row) => row.fix_time_ms),
    legsMm: positions.rows.map((row) => row.legs_mm),
    trips: trips.rows.map((trip) => ({
      start: trip.start_time_ms,
      end: trip.end_time_ms,
      mm: trip.distance_mm,
    })),
  };
}

/** A device that goes from one organisation's vehicle to another's in the middle of a drive, and the one that replaces it. */
async function swappedDevices() {
  vehicles += 1;
  const first = await stage.seedVehicle(`first${vehicles}`);
  const second = await stage.seedVehicle(`second${vehicles}`);
  await stage.sql(`DELETE FROM assignments WHERE device_id = ${second.deviceId}`);
  const from = new Date(movedAtMs);
  const { deviceId } = first;
  expect(await assignDevice(stage.database, { deviceId, vehicleId: second.vehicleId, from })).toMatchObject({
    ok: true,
  });
  const onto = { deviceId: second.deviceId, vehicleId: first.vehicleId, from };
  expect(await assignDevice(stage.database, onto)).toMatchObject({ ok: true });
  return { first, second };
}

function inReports(vehicle: SeededVehicle, fixes: readonly DecodedFix[], size: number): FixReport[] {
  const reports: FixReport[] = [];
  for (let at = 0; at < fixes.length; at += size)
    reports.push(stage.report(vehicle, fixes.slice(at, at + size)));
  return reports;
}

/** Derives reports, what goes back to the bus under another key among them, and lets all timers pass. */
async function derive(reports: readonly FixReport[], batch: number): Promise<void> {
  const log = stage.log();
  log.reports.push(...reports);
  const append: Bus["append"] = async (topic, values) => {
    if (topic.name !== fixesTopic.name) return stage.bus.append(topic, values);
    for (const value of values) {
      const decoded = fixesTopic.decode(topic.encode(value));
      if (decoded.ok) log.reports.push(decoded.value);
    }
  };
  const owner = await log.take({ bus: { ...stage.bus, append } });
  await owner.drain(batch);
  await owner.worker.idle?.();
}

test("each organisation sees its own time's fixes and nothing else, whatever the order of arrival", async () => {
  const arrivals = fc.record({
    seed: fc.nat(),
    size: fc.integer({ min: 3, max: 12 }),
    batch: fc.integer({ min: 3, max: 20 }),
  });
  const before = moving.filter(({ fixTimeMs }) => fixTimeMs < movedAtMs);
  const after = moving.filter(({ fixTimeMs }) => fixTimeMs >= movedAtMs);
  const timesOf = (fixes: readonly DecodedFix[]) => fixes.map(({ fixTimeMs }) => fixTimeMs);
  const inOrder: Seen[] = [];

  async function check(
    { seed, size, batch }: { seed: number; size: number; batch: number },
    sorted: boolean,
  ) {
    const { first, second } = await swappedDevices();
    // A gateway that learns of it late sends both under the vehicles of before.
    const reports = [
      ...inReports(first, moving, size),
      ...inReports({ ...first, deviceId: second.deviceId }, replacement, size),
    ];
    const random = numbersFrom(seed);
    const keyed = reports.map((report) => ({ report, key: random() }));
    await derive(
      (sorted ? keyed : keyed.sort((a, b) => a.key - b.key)).map(({ report }) => report),
      batch,
    );
    const own = await seenBy(first.organisationId, first.vehicleId);
    const others = await seenBy(second.organisationId, second.vehicleId);
    expect(await seenBy(first.organisationId, second.vehicleId)).toBeNull();
    expect(await seenBy(second.organisationId, first.vehicleId)).toBeNull();
    expect(own?.fixTimes).toEqual([...timesOf(before), ...timesOf(replacement)]);
    expect(others?.fixTimes).toEqual(timesOf(after));
    if (own === null || others === null) return;
    if (sorted) inOrder.push(own, others);
    expect([own, others]).toEqual(inOrder);
  }

  await check({ seed: 1, size: 5, batch: 4 }, true);
  const [own, others] = inOrder;
  // The trip that the device was in ends with its time on the vehicle; the odometer goes on with the next device.
  expect(own?.trips[0]?.end).toBe(before.at(-1)?.fixTimeMs);
  expect(own?.trips).toHaveLength(3);
  expect(own?.legsMm).toEqual([...(own?.legsMm ?? [])].sort((a, b) => a - b));
  const swapAt = before.length;
  const legsAtSwap = own?.legsMm[swapAt - 1] ?? 0;
  expect(legsAtSwap).toBeGreaterThan(1_000_000);
  expect(own?.legsMm[swapAt] ?? 0).toBeGreaterThanOrEqual(legsAtSwap);
  expect(others?.trips[0]?.start).toBeGreaterThanOrEqual(movedAtMs);
  await fc.assert(
    fc.asyncProperty(arrivals, (arrival) => check(arrival, false)),
    { numRuns: 3, endOnFailure: true },
  );
});

test("a trip ends at the last fix of its device's time, also where nothing is heard after", async () => {
  const { first } = await swappedDevices();
  // Without reported ignition and standing at the end, the trip would end where movement stopped.
  const drive = madeUpDrive(startMs, [
    { seconds: 100, kmh: 50, ignition: null },
    { seconds: 100, kmh: 0, ignition: null },
  ]);
  await derive(inReports(first, drive, 50), 5);
  const seen = await seenBy(first.organisationId, first.vehicleId);
  expect(seen?.trips).toMatchObject([{ end: drive.at(-1)?.fixTimeMs }]);
});
