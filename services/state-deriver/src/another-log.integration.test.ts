import { drivenClock } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { DeriverStage } from "./testing/deriver-stage.ts";
import { openFreshStage } from "./testing/fresh-stage.ts";
import { madeUpDrive, twoTrips } from "./testing/made-up-drive.ts";

const startMs = Date.UTC(2025, 2, 3, 8);
const hourMs = 3_600_000;
const clock = drivenClock(startMs + 10 * hourMs);
let stage: DeriverStage;

beforeAll(async () => {
  stage = await openFreshStage(clock);
});
afterAll(async () => {
  await stage.stop();
});

it("what was derived from another log, before the installation changed its bus, stands and is told once", async () => {
  const vehicle = await stage.seedVehicle("moved");
  const fixes = madeUpDrive(startMs, twoTrips, 1200);
  const late = fixes[fixes.length - 20];
  if (late === undefined) throw new Error("no fix");
  const former = stage.log("moved");
  for (const fix of fixes) if (fix !== late) former.reports.push(stage.report(vehicle, [fix]));
  await (await former.take()).drain(10);
  const tripEvents = async () =>
    (await stage.events()).map(({ type, id }) => `${type} ${id}`).filter((name) => name.startsWith("trip."));
  const told = await tripEvents();
  expect(told).toHaveLength(4);
  const rows = async () =>
    (
      await stage.clickhouse.query({
        query: `SELECT id, toUnixTimestamp64Milli(start_time) AS s, revision, toUnixTimestamp64Milli(updated_at) AS updated FROM trips FINAL WHERE vehicle_id = ${vehicle.vehicleId} ORDER BY start_time`,
        format: "JSONEachRow",
      })
    ).json<{ id: string; updated: number }>();
  const before = await rows();
  clock.advance(hourMs);
  // The other bus: its offsets begin anew.
  const log = stage.log("moved@cluster");
  log.reports.push(stage.report(vehicle, [late], clock.now()));
  await (await log.take()).drain(10);
  expect(await tripEvents()).toEqual(told);
  expect((await rows())[0]).toEqual(before[0]);
});
