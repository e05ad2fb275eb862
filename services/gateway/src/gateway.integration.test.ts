import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { createBus, fixesTopic, type Bus, type FixReport } from "@fleet/bus";
import type { DecodedFix } from "@fleet/domain";
import {
  assignDevice,
  commitCursor,
  createDevice,
  createOrganisation,
  createVehicle,
  migratePostgres,
  openDatabase,
  type AdminOutcome,
  type Database,
} from "@fleet/postgres";
import { findProtocol } from "@fleet/protocols";
import { createLogger, createMetrics, systemClock, type Registry } from "@fleet/runtime";
import { testDatabase, waitFor, type TestDatabase } from "@fleet/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { composeGateway, type Gateway } from "./compose.ts";

const logger = createLogger("test", "silent");
const uniqueId = "356307042441013";
const otherId = "356307042441014";
const frameTimeoutMs = 300;

let store: TestDatabase;
let database: Database;
let bus: Bus;
let gateway: Gateway;
let metrics: Registry;
let organisationId: number;
let vehicleId: number;
const appended: FixReport[] = [];
/** Reports without fixes. */
const signs: FixReport[] = [];
let fixesRead = 0;

beforeAll(async () => {
  store = await testDatabase();
  await migratePostgres(store.url);
  database = openDatabase({ url: store.url, applicationName: "test" });
  metrics = createMetrics();
  bus = createBus({
    kind: "postgres",
    databaseUrl: store.url,
    applicationName: "test",
    logger,
    metrics,
    appendBytesMax: 1024 * 1024,
  });
  organisationId = made(await createOrganisation(database.db, { name: "Test" }));
  for (const id of [uniqueId, otherId]) {
    vehicleId = made(await createVehicle(database.db, { organisationId, name: id }));
    const deviceId = made(await createDevice(database.db, { uniqueId: id, model: "teltonika-fmb920" }));
    made(await assignDevice(database, { deviceId, vehicleId, from: new Date("2020-01-01T00:00:00Z") }));
  }
  gateway = await composeGateway({
    bus,
    database,
    databaseUrl: store.url,
    clock: systemClock,
    logger,
    metrics,
    host: "127.0.0.1",
    ports: new Map([
      ["teltonika", 0],
      ["osmand", 0],
    ]),
    limits: {
      connectionsMax: 100,
      connectionsPerAddressMax: 100,
      loginTimeoutMs: 500,
      idleTimeoutMs: 10_000,
      frameTimeoutMs,
    },
  });
  bus.consume({
    topic: fixesTopic,
    group: "test",
    open: async (claim) => ({
      async handle(batch) {
        for (const record of batch.records) {
          if (!record.ok) continue;
          if (record.value.fixes.length === 0) {
            signs.push(record.value);
            continue;
          }
          appended.push(record.value);
          fixesRead += record.value.fixes.length;
        }
        return commitCursor(database.db, claim, { nextOffset: batch.nextOffset, timerNumber: 0 });
      },
      close: async () => undefined,
    }),
  });
}, 30_000);

afterAll(async () => {
  await gateway?.stop();
  await bus?.stop();
  await database?.stop();
  await store?.drop();
});

// What the test before appended is read first, so that it is not taken for this one's.
beforeEach(async () => {
  const sent =
    (await counted("gateway_fixes_total", { protocol: "teltonika", outcome: "appended" })) +
    (await counted("gateway_fixes_total", { protocol: "osmand", outcome: "appended" }));
  await waitFor(() => fixesRead === sent, { message: "the bus to be read to its end" });
  appended.length = 0;
});

function made(outcome: AdminOutcome): number {
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.id;
}

/** A tracker as seen from its side of the wire. */
class Tracker {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  closed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.closed = true;
    });
  }

  static async connect(): Promise<Tracker> {
    const socket = connect({ host: "127.0.0.1", port: gateway.trackers["teltonika"] ?? 0 });
    await once(socket, "connect");
    return new Tracker(socket);
  }

  static async login(id: string): Promise<Tracker> {
    const tracker = await Tracker.connect();
    tracker.send(encoder().encodeLogin(id) ?? Buffer.alloc(0));
    expect(await tracker.reply(1)).toBe("01");
    return tracker;
  }

  send(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** The next so many bytes that the gateway answers, in hexadecimal. */
  async reply(bytes: number): Promise<string> {
    await waitFor(() => this.#received.length >= bytes, { message: `a reply of ${bytes} bytes` });
    const reply = this.#received.subarray(0, bytes).toString("hex");
    this.#received = this.#received.subarray(bytes);
    return reply;
  }

  get unread(): number {
    return this.#received.length;
  }

  async end(): Promise<void> {
    await waitFor(() => this.closed, { message: "the gateway to close the connection" });
  }

  close(): void {
    this.#socket.destroy();
  }
}

function encoder() {
  const protocol = findProtocol("teltonika");
  if (protocol?.kind !== "stream") throw new Error("no Teltonika");
  return protocol.encoder;
}

let nextFixMs = Date.parse("2026-03-01T12:00:00Z");

function freshFix(): DecodedFix {
  nextFixMs += 1000;
  return {
    fixTimeMs: nextFixMs,
    deviceTimeMs: null,
    valid: true,
    lat: 48.1,
    lng: 11.5,
    speedKmh: 50,
    course: 90,
    altitude: 520,
    ignition: true,
    odometerKm: null,
    satellites: 9,
    hdop: null,
    alarms: [],
    attributes: {},
  };
}

const frameOf = (count: number) =>
  Buffer.from(encoder().encodeFixes(uniqueId, Array.from({ length: count }, freshFix)));

async function counted(metric: string, labels: Record<string, string>): Promise<number> {
  const found = await metrics.getSingleMetric(metric)?.get();
  const match = found?.values.find(({ labels: has }) =>
    Object.entries(labels).every(([name, value]) => has[name] === value),
  );
  return match?.value ?? 0;
}

/** Runs and expects one more frame refused for the reason. */
async function expectRefusal(reason: string, run: () => Promise<void>): Promise<void> {
  const labels = { protocol: "teltonika", reason };
  const before = await counted("gateway_frames_refused_total", labels);
  await run();
  await waitFor(async () => (await counted("gateway_frames_refused_total", labels)) === before + 1, {
    message: `a refusal counted as ${reason}`,
  });
}

test("records are acknowledged by their count, and are on the bus by then", async () => {
  const tracker = await Tracker.login(uniqueId);
  tracker.send(frameOf(3));
  expect(await tracker.reply(4)).toBe("00000003");
  await waitFor(() => appended.length === 1);
  expect(appended[0]?.fixes).toHaveLength(3);
  expect(appended[0]).toMatchObject({ protocol: "teltonika" });
  tracker.close();
});

test("frames that arrive together are answered in order, each with its own count", async () => {
  const tracker = await Tracker.login(uniqueId);
  tracker.send(Buffer.concat([frameOf(1), frameOf(2), frameOf(5)]));
  expect(await tracker.reply(12)).toBe("000000010000000200000005");
  tracker.close();
});

test("an unknown device is refused and counted, and nothing of it is stored", async () => {
  const labels = { protocol: "teltonika", reason: "unknown_device" };
  const before = await counted("gateway_connections_refused_total", labels);
  const tracker = await Tracker.connect();
  tracker.send(Buffer.concat([Buffer.from(encoder().encodeLogin("999999999999999") ?? []), frameOf(1)]));
  expect(await tracker.reply(1)).toBe("00");
  await tracker.end();
  expect(tracker.unread).toBe(0);
  expect(await counted("gateway_connections_refused_total", labels)).toBe(before + 1);
  expect(appended).toEqual([]);
});

test("a device registered while the gateway runs is known within a second", async () => {
  const id = "356307042441077";
  const deviceId = made(await createDevice(database.db, { uniqueId: id, model: "teltonika-fmb920" }));
  expect(deviceId).toBeGreaterThan(0);
  const tracker = await waitFor(() => Tracker.login(id), {
    timeoutMs: 1000,
    message: "the device to be known",
  });
  tracker.close();
});

test("a frame whose checksum is wrong is not acknowledged, and the tracker may send it again", async () => {
  const tracker = await Tracker.login(uniqueId);
  const frame = frameOf(2);
  const damaged = Buffer.from(frame);
  damaged.writeUInt8((damaged.at(-1) ?? 0) ^ 1, damaged.length - 1);
  await expectRefusal("bad_checksum", async () => tracker.send(damaged));
  expect(await tracker.reply(4)).toBe("00000000");
  tracker.send(frame);
  expect(await tracker.reply(4)).toBe("00000002");
  tracker.close();
});

test.each([
  ["a second login", "second_login", () => Buffer.from(encoder().encodeLogin(otherId) ?? [])],
  ["garbage after the login", "garbage", () => Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ["a frame said to be longer than any", "oversized", () => Buffer.from("00000000ffffffff08", "hex")],
  ["a frame without content", "bad_length", () => Buffer.from("0000000000000000", "hex")],
])("%s closes the connection, and other trackers notice nothing", async (_name, reason, bytes) => {
  const other = await Tracker.login(otherId);
  const tracker = await Tracker.login(uniqueId);
  await expectRefusal(reason, async () => {
    tracker.send(bytes());
    await tracker.end();
  });
  other.send(frameOf(1));
  expect(await other.reply(4)).toBe("00000001");
  other.close();
});

test("a stream that never ends is cut, and does not grow the process", async () => {
  const tracker = await Tracker.login(uniqueId);
  const before = process.memoryUsage().arrayBuffers;
  const megabyte = Buffer.alloc(1024 * 1024);
  for (let sent = 0; sent < 64 && !tracker.closed; sent += 1) tracker.send(megabyte);
  await tracker.end();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80 * 1024 * 1024);
});

test("a connection that closes inside a frame leaves nothing and is counted", async () => {
  const tracker = await Tracker.login(uniqueId);
  await expectRefusal("truncated", async () => {
    tracker.send(frameOf(1).subarray(0, 20));
    tracker.close();
  });
  expect(appended).toEqual([]);
});

test("a frame that drips in is cut once its time is over, however steady the drip", async () => {
  const labels = { protocol: "teltonika", reason: "slow_frame" };
  const before = await counted("gateway_connections_refused_total", labels);
  const tracker = await Tracker.login(uniqueId);
  const drops = frameOf(1).values();
  const drip = setInterval(() => tracker.send(Buffer.of(drops.next().value ?? 0)), frameTimeoutMs / 10);
  await tracker.end().finally(() => clearInterval(drip));
  expect(await counted("gateway_connections_refused_total", labels)).toBe(before + 1);
});

test("a connection that does not say who it is is cut", async () => {
  const labels = { protocol: "teltonika", reason: "login_timeout" };
  const before = await counted("gateway_connections_refused_total", labels);
  const tracker = await Tracker.connect();
  await tracker.end();
  expect(await counted("gateway_connections_refused_total", labels)).toBe(before + 1);
});

test("a fix from before 2000 is acknowledged, counted and left out", async () => {
  const labels = { protocol: "teltonika", outcome: "fix_time_before_2000" };
  const before = await counted("gateway_fixes_total", labels);
  const tracker = await Tracker.login(uniqueId);
  tracker.send(encoder().encodeFixes(uniqueId, [{ ...freshFix(), fixTimeMs: 0 }, freshFix()]));
  expect(await tracker.reply(4)).toBe("00000002");
  await waitFor(() => appended.length === 1);
  expect(appended[0]?.fixes).toHaveLength(1);
  expect(await counted("gateway_fixes_total", labels)).toBe(before + 1);
  tracker.close();
});

const osmand = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${gateway.trackers["osmand"]}${path}`, init);

test("a phone's request is answered 200 once its fix is on the bus", async () => {
  const response = await osmand(`/?id=${otherId}&timestamp=1772366400&lat=48.1&lon=11.5&speed=10`);
  expect(response.status).toBe(200);
  await waitFor(() => appended.length === 1);
  expect(appended[0]).toMatchObject({
    vehicleId,
    protocol: "osmand",
    fixes: [{ lat: 48.1, speedKmh: 18.52 }],
  });
});

test.each([
  ["an unknown phone", () => osmand("/?id=nobody&timestamp=1772366400&lat=48.1&lon=11.5"), 400],
  ["a request without a device", () => osmand("/?lat=48.1&lon=11.5"), 400],
  ["a body that is too large", () => osmand("/", { method: "POST", body: "x".repeat(100_000) }), 413],
])("%s is refused", async (_name, request, status) => {
  expect((await request()).status).toBe(status);
  expect(appended).toEqual([]);
});

/** A device of the test's own on a vehicle of its own, once the gateway knows it. */
async function freshDevice(id: string): Promise<number> {
  const deviceId = made(await createDevice(database.db, { uniqueId: id, model: "teltonika-fmb920" }));
  const own = made(await createVehicle(database.db, { organisationId, name: id }));
  made(await assignDevice(database, { deviceId, vehicleId: own, from: new Date("2020-01-01T00:00:00Z") }));
  return deviceId;
}

test("a login is a sign of life, for the vehicle that the device sits on", async () => {
  const id = "356307042441099";
  const deviceId = await freshDevice(id);
  const before = Date.now();
  await waitFor(async () => {
    (await Tracker.login(id)).close();
    return signs.some((sign) => sign.deviceId === deviceId);
  });
  const [sign, ...more] = signs.filter((found) => found.deviceId === deviceId);
  expect(sign).toMatchObject({ organisationId, protocol: "teltonika", fixes: [] });
  expect(sign?.receivedAtMs).toBeGreaterThanOrEqual(before);
  expect(more).toEqual([]);
});

test("a message whose fixes are all refused is a sign of life", async () => {
  const deviceId = await freshDevice("phone-7");
  await waitFor(async () => {
    await osmand("/?id=phone-7&timestamp=1&lat=48.1&lon=11.5");
    return signs.some((sign) => sign.deviceId === deviceId);
  });
  expect(appended).toEqual([]);
});

test("stopping answers what is in hand, then closes", async () => {
  const stopping = await composeGateway({
    bus,
    database,
    databaseUrl: store.url,
    clock: systemClock,
    logger,
    metrics: createMetrics(),
    host: "127.0.0.1",
    ports: new Map([["teltonika", 0]]),
    limits: {
      connectionsMax: 10,
      connectionsPerAddressMax: 10,
      loginTimeoutMs: 5000,
      idleTimeoutMs: 10_000,
      frameTimeoutMs,
    },
  });
  const socket = connect({ host: "127.0.0.1", port: stopping.trackers["teltonika"] ?? 0 });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  const closed = once(socket, "close");
  socket.write(Buffer.concat([Buffer.from(encoder().encodeLogin(uniqueId) ?? []), frameOf(4)]));
  await waitFor(() => Buffer.concat(chunks).length > 0);
  await stopping.stop();
  await closed;
  expect(Buffer.concat(chunks).toString("hex")).toBe("0100000004");
});
