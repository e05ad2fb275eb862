import type { DecodedFix } from "@fleet/domain";
import { drivenClock, type DrivenClock } from "@fleet/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { DeriverStage, SeededVehicle, StageLog } from "../testing/deriver-stage.ts";
import { openFreshStage } from "../testing/fresh-stage.ts";
import { madeUpDrive } from "../testing/made-up-drive.ts";

const startMs = Date.UTC(2025, 2, 3, 8);

let stage: DeriverStage;
let clock: DrivenClock;

beforeAll(async () => {
  clock = drivenClock(startMs);
  stage = await openFreshStage(clock);
});

afterAll(async () => {
  await stage.stop();
});

beforeEach(() => stage.clear());

/** A drive that ends now, heard as it ended. */
function driven(seconds: number, ignition: boolean | null): DecodedFix[] {
  clock.advance((seconds + 20) * 1000);
  return madeUpDrive(clock.now() - (seconds + 20) * 1000, [
    { seconds, kmh: 50, ignition },
    { seconds: 20, kmh: 0, ignition },
  ]);
}

function send(log: StageLog, vehicle: SeededVehicle, fixes: readonly DecodedFix[]): void {
  log.reports.push(stage.report(vehicle, fixes, clock.now()));
}

/** A vehicle without reported ignition whose drive, which ended now, was derived; it last moved at `movedMs`. */
async function arrivedUnwired() {
  const vehicle = await stage.freshVehicle();
  const log = stage.log();
  const drive = driven(100, null);
  const [last] = drive.slice(-1);
  if (last === undefined) throw new Error("a drive without a fix");
  send(log, vehicle, drive);
  const owner = await log.take();
  await owner.drain(1);
  return { vehicle, log, owner, last, movedMs: drive[9]?.fixTimeMs ?? 0 };
}

/** A vehicle whose drive ended now, and at once a record with the ignition off whose place is a leap, both derived. */
async function offElsewhere() {
  const vehicle = await stage.freshVehicle();
  const log = stage.log();
  const drive = driven(100, true);
  const [last] = drive.slice(-1);
  if (last === undefined) throw new Error("a drive without a fix");
  const offMs = clock.now();
  send(log, vehicle, [...drive, { ...last, fixTimeMs: offMs, ignition: false, lat: 12 }]);
  const owner = await log.take();
  await owner.drain(1);
  return { vehicle, log, owner, last, offMs };
}

/** What was told of ignition and status, in order. */
async function told(): Promise<string[]> {
  return (await stage.events()).flatMap(({ type, data }) => {
    if (type === "vehicle.status_changed") return [`${String(data["previous"])} ${String(data["current"])}`];
    return type.startsWith("ignition.") ? [`${type} ${String(data["occurred_at"])}`] : [];
  });
}

const off = (atMs: number) => `ignition.off ${new Date(atMs).toISOString()}`;

async function stateOf(vehicle: SeededVehicle): Promise<unknown> {
  return (await stage.derived(vehicle)).state;
}

describe("the ignition", () => {
  it("that is inferred goes off 180 s after movement where the tracker sleeps: told once, and shown", async () => {
    const vehicle = await stage.freshVehicle();
    const log = stage.log();
    const drive = driven(100, null);
    const movedMs = drive[9]?.fixTimeMs ?? 0;
    send(log, vehicle, drive);
    let owner = await log.take();
    await owner.drain(1);
    clock.advance(179_999);
    await owner.worker.idle?.();
    expect((await told()).at(-1)).toBe("moving idle");
    expect(await stateOf(vehicle)).toMatchObject({ ignition: true, movement_status: "idle" });
    owner = await log.take();
    clock.advance(1);
    await owner.worker.idle?.();
    await owner.worker.idle?.();
    await (await log.take()).worker.idle?.();
    const expected = ["moving idle", off(movedMs + 180_000), "idle parked"];
    expect((await told()).slice(-3)).toEqual(expected);
    expect(await stateOf(vehicle)).toMatchObject({
      ignition: false,
      ignition_source: "inferred",
      movement_status: "parked",
      status_since: "2025-03-03 08:04:30+00",
    });

    const late = drive.slice(5, 6).map((fix) => ({ ...fix, fixTimeMs: fix.fixTimeMs + 3000 }));
    send(log, vehicle, late);
    owner = await log.take();
    clock.advance(120_000);
    const [still] = madeUpDrive(clock.now(), [{ seconds: 1, kmh: 0, ignition: null }]);
    if (still === undefined) throw new Error("a drive without a fix");
    const there = { ...still, lat: drive.at(-1)?.lat ?? null };
    send(log, vehicle, [there]);
    await owner.drain(1);
    expect((await told()).slice(-3)).toEqual(expected);
    clock.advance(10_000);
    send(log, vehicle, [{ ...there, fixTimeMs: clock.now(), speedKmh: 30 }]);
    await owner.drain(1);
    expect((await told()).slice(-2)).toEqual([
      `ignition.on ${new Date(clock.now()).toISOString()}`,
      "parked moving",
    ]);
  });

  it("that is inferred stays off by a buffer of the standing that begins before it went off", async () => {
    const { vehicle, log, owner, last, movedMs } = await arrivedUnwired();
    clock.advance(180_000);
    await owner.worker.idle?.();
    const expected = ["moving idle", off(movedMs + 180_000), "idle parked"];
    expect((await told()).slice(-3)).toEqual(expected);
    const at = (seconds: number, speedKmh = 0) => ({
      ...last,
      fixTimeMs: movedMs + seconds * 1000,
      speedKmh,
    });
    send(log, vehicle, [at(60), at(120), at(190)]);
    await owner.drain(1);
    expect((await told()).slice(-3)).toEqual(expected);
    clock.advance(180_000);
    send(log, vehicle, [at(200), at(210, 30), at(220), at(400)]);
    await owner.drain(1);
    expect((await told()).slice(-5)).toEqual([
      `ignition.on ${new Date(movedMs + 210_000).toISOString()}`,
      "parked moving",
      "moving idle",
      off(movedMs + 400_000),
      "idle parked",
    ]);
  });

  it("leaves a record of the instant at which it went off an event of its own, after the vehicle was offline", async () => {
    const { vehicle, log, owner, last, movedMs } = await arrivedUnwired();
    const offMs = movedMs + 180_000;
    for (let passedS = 0; passedS < 640; passedS += 20) {
      clock.advance(20_000);
      await owner.worker.idle?.();
    }
    expect((await told()).slice(-3)).toEqual([off(offMs), "idle parked", "parked offline"]);
    send(log, vehicle, [{ ...last, fixTimeMs: offMs }]);
    await owner.drain(1);
    expect((await told()).at(-1)).toBe("offline parked");
    const events = await stage.events();
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it("that is inferred stays off by what comes late of the standing before it went off", async () => {
    const { vehicle, log, owner, last, movedMs } = await arrivedUnwired();
    clock.advance(180_000);
    await owner.worker.idle?.();
    const expected = ["moving idle", off(movedMs + 180_000), "idle parked"];
    expect((await told()).slice(-3)).toEqual(expected);
    send(log, vehicle, [{ ...last, fixTimeMs: movedMs + 100_000 }]);
    await owner.drain(1);
    expect(await stateOf(vehicle)).toMatchObject({ ignition: false, movement_status: "parked" });
    clock.advance(180_000);
    await owner.worker.idle?.();
    expect((await told()).slice(-3)).toEqual(expected);
  });

  it("goes off by a last record whose place is a leap, once its off has lasted 90 s, and not again", async () => {
    const { vehicle, log, owner: before, last, offMs } = await offElsewhere();
    clock.advance(89_999);
    await before.worker.idle?.();
    expect((await told()).at(-1)).toBe("moving idle");
    clock.advance(1);
    await before.worker.idle?.();
    const expected = [off(offMs), "idle parked"];
    expect((await told()).slice(-2)).toEqual(expected);
    expect(await stateOf(vehicle)).toMatchObject({ ignition: false, movement_status: "parked" });
    const owner = await log.take();
    send(log, vehicle, [{ ...last, fixTimeMs: clock.now(), ignition: false }]);
    await owner.drain(1);
    await owner.worker.idle?.();
    expect((await told()).slice(-2)).toEqual(expected);
  });

  it("that went off by a leap tells that no second time where a third leap proves the place right", async () => {
    const vehicle = await stage.freshVehicle();
    const log = stage.log();
    const drive = driven(100, true);
    const [last] = drive.slice(-1);
    if (last === undefined) throw new Error("a drive without a fix");
    const offMs = clock.now() + 10_000;
    const there = [true, false].map((ignition, i) => {
      return { ...last, fixTimeMs: clock.now() + i * 10_000, ignition, lat: 12 };
    });
    send(log, vehicle, [...drive, ...there]);
    const owner = await log.take();
    await owner.drain(1);
    clock.advance(100_000);
    await owner.worker.idle?.();
    const expected = ["moving idle", off(offMs), "idle parked"];
    expect((await told()).slice(-3)).toEqual(expected);
    send(log, vehicle, [{ ...last, fixTimeMs: clock.now(), ignition: false, lat: 12 }]);
    await owner.drain(1);
    expect((await told()).slice(-3)).toEqual(expected);
    expect((await told()).filter((event) => event === off(offMs))).toHaveLength(1);
  });

  it("that went off by a leap is shown so while another says on, until a third proves the place right", async () => {
    const { vehicle, log, owner, last, offMs } = await offElsewhere();
    const there = () => ({ ...last, fixTimeMs: clock.now(), lat: 12 });
    clock.advance(90_000);
    await owner.worker.idle?.();
    const onMs = clock.now();
    send(log, vehicle, [there()]);
    await owner.drain(1);
    await owner.worker.idle?.();
    expect((await told()).slice(-2)).toEqual([off(offMs), "idle parked"]);
    expect(await stateOf(vehicle)).toMatchObject({ ignition: false, movement_status: "parked" });
    clock.advance(10_000);
    send(log, vehicle, [there()]);
    await owner.drain(1);
    expect((await told()).slice(-2)).toEqual([`ignition.on ${new Date(onMs).toISOString()}`, "parked idle"]);
    expect(await stateOf(vehicle)).toMatchObject({ ignition: true, movement_status: "idle" });
  });

  it("that is inferred stays as last known where the tracker falls silent while moving", async () => {
    const vehicle = await stage.freshVehicle();
    const log = stage.log();
    send(log, vehicle, driven(100, null).slice(0, -2));
    const owner = await log.take();
    await owner.drain(1);
    clock.advance(3_600_000);
    await owner.worker.idle?.();
    await owner.worker.idle?.();
    expect((await told()).slice(1)).toEqual(["offline moving"]);
    expect(await stateOf(vehicle)).toMatchObject({ ignition: true, movement_status: "moving" });
  });
});
