import type { ClickHouse } from "@fleet/clickhouse";
import { keptFromMs, type DecodedFix } from "@fleet/domain";
import { drivenClock, testLogger } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

import { expireAll } from "./expire-positions.ts";
import type { DeriverStage, SeededVehicle } from "./testing/deriver-stage.ts";
import { openFreshStage } from "./testing/fresh-stage.ts";
import { madeUpDrive } from "./testing/made-up-drive.ts";

const monthMs = 31 * 86_400_000;
const nowMs = Date.parse("2026-11-22T06:00:00Z");
const clock = drivenClock(nowMs);
/** Of the last month that is kept no longer, with an alarm. */
const fixes = madeUpDrive(keptFromMs(nowMs, 24) - 10 * 86_400_000, [
  { seconds: 300, kmh: 50, ignition: true },
]).map((fix, i): DecodedFix => (i === 5 ? { ...fix, alarms: ["sos"] } : fix));
const earlier = fixes.map((fix) => ({ ...fix, fixTimeMs: fix.fixTimeMs - monthMs }));
let stage: DeriverStage;

beforeAll(async () => {
  stage = await openFreshStage(clock);
});
afterAll(async () => {
  await stage.stop();
});

async function derive(vehicle: SeededVehicle, sent: readonly DecodedFix[], receivedAtMs: number) {
  const log = stage.log();
  log.reports.push(stage.report(vehicle, sent, receivedAtMs));
  expect(await (await log.take()).drain(100)).toBe("committed");
}

const positionsOf = async (vehicle: SeededVehicle) => (await stage.derived(vehicle)).positions.length;
const expire = (clickhouse = stage.clickhouse) =>
  expireAll(
    { ...stage, clickhouse, cluster: null, clock, logger: testLogger() },
    new AbortController().signal,
  );

it("positions and alerts go once their months are over, those that came lately stay, and what comes later for them is left out", async () => {
  const old = await stage.seedVehicle("old");
  const replayed = await stage.seedVehicle("replayed");
  await derive(old, fixes, fixes.at(-1)?.fixTimeMs ?? 0);
  await derive(replayed, [...earlier, ...fixes], nowMs);
  const legsMm = async () =>
    (await stage.sql(`SELECT legs_mm FROM vehicle_states WHERE vehicle_id = ${old.vehicleId}`))[0];
  const before = await legsMm();
  const alertsOf = async ({ vehicleId }: SeededVehicle) =>
    (await stage.sql(`SELECT 1 FROM alerts WHERE vehicle_id = ${vehicleId}`)).length;

  await expire();
  expect(await positionsOf(old)).toBe(fixes.length);
  expect(await alertsOf(old)).toBe(1);
  await expire();
  expect(await positionsOf(old)).toBe(0);
  expect(await alertsOf(old)).toBe(0);
  expect(await positionsOf(replayed)).toBe(earlier.length + fixes.length);
  expect(await alertsOf(replayed)).toBe(2);
  const late = fixes.slice(0, 1).map((fix) => ({ ...fix, fixTimeMs: fix.fixTimeMs + 1 }));
  await derive(old, late, nowMs);
  expect(await positionsOf(old)).toBe(0);
  expect(await legsMm()).toEqual(before);
  expect((await stage.derived(old)).days).toEqual([expect.objectContaining({ summed: true })]);

  clock.advance(25 * monthMs);
  await expire();
  await expire();
  expect(await positionsOf(replayed)).toBe(0);
  expect(await alertsOf(replayed)).toBe(0);
});

it("a round that is cut short is finished by the next one, and keeps no other organisation waiting", async () => {
  const drive = madeUpDrive(keptFromMs(clock.now(), 24) - 10 * 86_400_000, [
    { seconds: 3000, kmh: 50, ignition: true },
  ]);
  const [first, second] = [await stage.seedVehicle("cut short"), await stage.seedVehicle("behind it")];
  for (const vehicle of [first, second]) await derive(vehicle, drive, drive.at(-1)?.fixTimeMs ?? 0);
  const left = async ({ vehicleId }: SeededVehicle) => {
    const rows = ["positions", "fold_snapshots"].map(
      (table) => `SELECT 1 FROM ${table} WHERE vehicle_id = ${vehicleId}`,
    );
    const result = await stage.clickhouse.query({ query: rows.join(" UNION ALL "), format: "JSONEachRow" });
    return (await result.json()).length;
  };
  await expire();
  expect(await left(first)).toBeGreaterThan(drive.length);
  const command: ClickHouse["command"] = async (params) => {
    const answer = await stage.clickhouse.command(params);
    const { query } = params;
    // Days are summed by commands, too.
    if (query.includes(" DELETE ") && query.includes(`= ${first.organisationId} `))
      throw new Error("Timeout error.");
    return answer;
  };
  await expire(
    new Proxy(stage.clickhouse, {
      get(target, name) {
        if (name === "command") return command;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === "function" ? member.bind(target) : member;
      },
    }),
  );
  expect(await left(first)).toBeGreaterThan(0);
  expect(await left(second)).toBe(0);
  await expire();
  expect(await left(first)).toBe(0);
});
