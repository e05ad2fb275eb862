import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import type { ClickHouse } from "@fleet/clickhouse";
import { drivenClock } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createPortions } from "./portions.ts";
import type { DeriverStage, SeededVehicle } from "./testing/deriver-stage.ts";
import { openFreshStage } from "./testing/fresh-stage.ts";
import { madeUpDrive, twoTrips } from "./testing/made-up-drive.ts";
import { watchInserts } from "./testing/watched-inserts.ts";

const startMs = Date.UTC(2025, 2, 3, 8);
const hourMs = 3_600_000;
const clock = drivenClock(startMs + hourMs);
const fixes = madeUpDrive(startMs, twoTrips, 1200);
let stage: DeriverStage;

beforeAll(async () => {
  stage = await openFreshStage(clock);
});
afterAll(async () => {
  await stage.stop();
});

/** A ClickHouse that answers too late, once all is written, where it is sent more than so many bytes at once. */
function slowAbove(clickhouse: ClickHouse, bytesMax: number): ClickHouse {
  const exec: ClickHouse["exec"] = async (params) => {
    if (!("values" in params)) return clickhouse.exec(params);
    const bytes = await buffer(params.values);
    const values = Readable.from([bytes], { objectMode: false });
    const result = await clickhouse.exec({ ...params, values });
    if (bytes.length <= bytesMax) return result;
    result.stream.resume();
    throw new Error("Timeout error.");
  };
  return new Proxy(clickhouse, {
    get(target, name) {
      if (name === "exec") return exec;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

async function seedFleet(name: string): Promise<SeededVehicle[]> {
  const fleet: SeededVehicle[] = [];
  for (let n = 0; n < 12; n += 1) fleet.push(await stage.seedVehicle(`${name}${n}`));
  return fleet;
}

/** The whole drive of each vehicle in two halves, the second one first for every other vehicle. */
function halves(fleet: readonly SeededVehicle[]) {
  const half = fixes.length / 2;
  const parts = [fixes.slice(0, half), fixes.slice(half)];
  return [0, 1].flatMap((turn) =>
    fleet.map((vehicle, n) => stage.report(vehicle, parts[(turn + n) % 2] ?? [])),
  );
}

/** Without the ids that tell one vehicle from another. */
async function derivedOf(fleet: readonly SeededVehicle[]): Promise<unknown> {
  const own = new Set(["organisation_id", "vehicle_id", "device_id", "deviceId", "position_id"]);
  const tables = await Promise.all(fleet.map((vehicle) => stage.derived(vehicle)));
  return JSON.parse(JSON.stringify(tables, (key, value: unknown) => (own.has(key) ? undefined : value)));
}

it("commits what is too much for a store's deadline in ever smaller portions, and gives the same", async () => {
  const [undisturbed, fleet] = [await seedFleet("undisturbed"), await seedFleet("slow")];
  const plain = stage.log();
  plain.reports.push(...halves(undisturbed));
  await (await plain.take()).drain(12);
  const undisturbedEvents = await stage.events();
  await stage.sql("DELETE FROM outbox");

  const log = stage.log();
  log.reports.push(...halves(fleet));
  const portions = createPortions();
  const clickhouse = slowAbove(stage.clickhouse, 30_000);
  let faults = 0;
  for (let handled: unknown; handled !== "committed" && faults < 20;) {
    const owner = await log.take({ portions, clickhouse });
    handled = await owner.drain(12).catch(() => void (faults += 1));
  }
  expect(faults).toBeGreaterThan(1);
  expect(faults).toBeLessThan(20);
  expect(await derivedOf(fleet)).toEqual(await derivedOf(undisturbed));
  const events = await stage.events();
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const types = (of: readonly { type: string }[]): string[] => of.map(({ type }) => type).sort();
  expect(types(events)).toEqual(types(undisturbedEvents));
});

it.each(["when they are next heard of", "by a timer"])(
  "vehicles whose whole past is folded again, %s, are derived one by one, and give the same",
  async (name) => {
    const fleet = await seedFleet(name);
    const [outdated, current] = [fleet.slice(0, 3), fleet.slice(3)];
    const log = stage.log();
    log.reports.push(...fleet.map((vehicle) => stage.report(vehicle, fixes)));
    expect(await (await log.take()).drain(12)).toBe("committed");
    const ids = outdated.map(({ vehicleId }) => vehicleId).join(", ");
    await stage.sql(
      `UPDATE vehicle_states SET derivation = jsonb_set(derivation::jsonb, '{fold,version}', '1') WHERE vehicle_id IN (${ids})`,
    );
    await stage.clickhouse.command({
      query: `ALTER TABLE fold_snapshots DELETE WHERE vehicle_id IN (${ids})`,
      clickhouse_settings: { mutations_sync: "2" },
    });

    let inserts = 0;
    const clickhouse = watchInserts(stage.clickhouse, (table, run) => {
      if (table === "fold_snapshots") inserts += 1;
      return run();
    });
    const owner = await log.take({ clickhouse });
    if (name === "by a timer") {
      clock.advance(hourMs);
      expect(await owner.worker.idle?.()).toBe("committed");
    } else {
      log.reports.push(...fleet.map((vehicle) => stage.report(vehicle, fixes.slice(-1))));
      expect(await owner.drain(12)).toBe("committed");
    }
    expect(inserts).toBe(outdated.length);
    expect(await derivedOf(outdated)).toEqual(await derivedOf(current.slice(0, outdated.length)));
  },
);
