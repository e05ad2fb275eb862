import { drivenClock, startHttpsReceiver, testDatabase, waitFor, type HttpsReceiver } from "@fleet/testkit";
import { deadLettersTopic, eventsTopic } from "@fleet/bus";
import type { Principal } from "@fleet/domain";
import { commitCursor, deleteWebhook } from "@fleet/postgres";
import { networksOf } from "@fleet/webhook-address";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import {
  openDispatcherStage,
  signatureVerifies,
  tripEnded,
  type DispatcherStage,
} from "./testing/dispatcher-stage.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let stage: DispatcherStage;
let receiver: HttpsReceiver;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await testDatabase();
  drop = database.drop;
  [stage, receiver] = await Promise.all([openDispatcherStage(database.url), startHttpsReceiver()]);
});

afterEach(async () => {
  await receiver.stop();
  await stage.stop();
  await drop();
});

const trusting = () => ({ trustedCertificates: [receiver.ca] });
const idsReceived = () => receiver.requests.map(({ headers }) => String(headers["x-gps-delivery"]));

/** How many attempts the log holds, once there are that many and none is under way. */
const settled = (principal: Principal, webhookId: number, attemptsMin = 0) =>
  waitFor(async () => {
    const leases = await stage.database.db.execute("SELECT FROM deliveries WHERE lease_token IS NOT NULL");
    const attempts = (await stage.log(principal, webhookId)).length;
    return leases.rows.length === 0 && attempts >= attemptsMin ? attempts : undefined;
  });

const eventOf = (body: Buffer): unknown => JSON.parse(body.toString("utf8"));

describe("an event", () => {
  it("reaches each webhook of its organisation that lists its type, once, signed", async () => {
    const [one, other] = [await stage.addOrganisation(), await stage.addOrganisation()];
    const webhook = await stage.addWebhook(one, { url: `${receiver.url}/hook?key=1` });
    await stage.addWebhook(one, { url: `${receiver.url}/deaf`, events: ["ignition.on"] });
    await stage.addWebhook(other, { url: `${receiver.url}/foreign` });
    await stage.startDispatcher(trusting());
    const event = tripEnded(one, { id: "e1" });
    await stage.emit(event, event);
    await waitFor(() => receiver.requests.length > 0 || undefined);
    // Repeated by the bus, and behind it another, which tells that the repetition has been dealt with.
    await stage.emit(event, tripEnded(one, { id: "e2" }));
    const log = await waitFor(async () => {
      const rows = await stage.log(one, webhook.id);
      return rows.length === 2 ? rows : undefined;
    });

    expect(receiver.requests.map(({ path }) => path)).toEqual(["/hook?key=1", "/hook?key=1"]);
    const [request] = receiver.requests;
    if (request === undefined) throw new Error("nothing was received");
    expect(eventOf(request.body)).toEqual(event);
    expect(request).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json", "x-gps-event": "trip.ended" },
    });
    expect(request.headers["x-gps-delivery"]).toMatch(/^\d+$/);
    expect(request.headers["user-agent"]).toBeTruthy();
    expect(signatureVerifies(request, webhook.secret)).toBe(true);
    expect(signatureVerifies(request, `${webhook.secret}x`)).toBe(false);
    expect(log[0]).toMatchObject({
      eventId: "e1",
      eventType: "trip.ended",
      attempt: 1,
      status: "succeeded",
      responseStatus: 200,
      error: null,
      nextAttemptAt: null,
    });
  });

  it("is on its way within 100 ms", async () => {
    const one = await stage.addOrganisation();
    await stage.addWebhook(one, { url: receiver.url });
    // A poll would come too late for this.
    await stage.startDispatcher({ ...trusting(), limits: { pollIntervalMs: 60_000 } });
    const latencies: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const sentAt = Date.now();
      await stage.emit(tripEnded(one, { id: `e${n}` }));
      const request = await waitFor(() => receiver.requests[n]);
      latencies.push(request.receivedAt - sentAt);
    }
    const median = latencies.toSorted((a, b) => a - b)[10];
    expect(median).toBeLessThan(100);
  });
});

describe("a failed delivery", () => {
  it("is repeated on the schedule with a fresh signature, until it succeeds", async () => {
    const clock = drivenClock(Date.parse("2026-03-01T00:00:00Z"));
    const one = await stage.addOrganisation();
    const { id, secret } = await stage.addWebhook(one, { url: receiver.url });
    receiver.answerWith({ status: 500, body: "no\u0000pe" });
    await stage.startDispatcher({ ...trusting(), clock });
    await stage.emit(tripEnded(one, { id: "e1", clock }));
    const waits = [30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs];
    for (const [index, waitMs] of waits.entries()) {
      const log = await waitFor(async () => {
        const rows = await stage.log(one, id);
        return rows.length === index + 1 ? rows : undefined;
      });
      const nextAttemptAt = new Date(clock.now() + waitMs);
      const error = "http_status";
      expect(log.at(-1)).toMatchObject({ attempt: index + 1, responseStatus: 500, error, nextAttemptAt });
      clock.advance(waitMs - 1);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(receiver.requests).toHaveLength(index + 1);
      if (index === waits.length - 1) receiver.answerWith({ status: 204 });
      clock.advance(1);
    }
    await waitFor(async () => (await stage.log(one, id)).length === 5 || undefined);
    expect(await stage.webhook(one, id)).toMatchObject({ status: "enabled", failureCount: 0 });
    const signatures = receiver.requests.map(({ headers }) => headers["x-gps-signature"]);
    expect(new Set(signatures).size).toBe(5);
    expect(receiver.requests.every((request) => signatureVerifies(request, secret))).toBe(true);
    expect(new Set(idsReceived()).size).toBe(1);
    expect((await stage.log(one, id))[0]?.responseExcerpt).toBe("no\uFFFDpe");
  });

  it("disables its webhook at 20 failures in a row, and not before", async () => {
    const clock = drivenClock(Date.parse("2026-03-01T00:00:00Z"));
    const one = await stage.addOrganisation();
    const { id } = await stage.addWebhook(one, { url: receiver.url });
    receiver.answerWith({ status: 410 });
    await stage.startDispatcher({ ...trusting(), clock });
    await stage.emit(...Array.from({ length: 40 }, (_, n) => tripEnded(one, { id: `e${n}`, clock })));
    await settled(one, id, 8);
    for (let hours = 0; hours < 20; hours += 1) {
      const before = await settled(one, id);
      if ((await stage.webhook(one, id)).status === "disabled") break;
      clock.advance(hourMs);
      expect(await settled(one, id, before + 1)).toBe(before + 1);
    }
    clock.advance(hourMs);
    await stage.emit(tripEnded(one, { id: "after", clock }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(receiver.requests).toHaveLength(20);
    expect(await stage.log(one, id)).toHaveLength(20);
    expect(await stage.webhook(one, id)).toMatchObject({
      failureCount: 20,
      disabledReason: expect.stringContaining("HTTP status 410"),
    });
  });

  it("of a blip of a minute under heavy traffic does not disable its webhook", async () => {
    const clock = drivenClock(Date.parse("2026-03-01T00:00:00Z"));
    const one = await stage.addOrganisation();
    const { id } = await stage.addWebhook(one, { url: receiver.url });
    receiver.answerWith({ status: 502 });
    await stage.startDispatcher({ ...trusting(), clock });
    const eventsPerSecond = 50;
    // In steps of 5 s, which is finer than any delay of the schedule.
    for (let second = 0; second < 60; second += 5) {
      const before = await settled(one, id);
      const burst = Array.from({ length: 5 * eventsPerSecond }, (_, n) => `e${second}-${n}`);
      await stage.emit(...burst.map((event) => tripEnded(one, { id: event, clock })));
      if (second === 0) await settled(one, id, before + 1);
      clock.advance(5000);
    }
    const failed = await settled(one, id);
    expect(failed).toBeLessThan(20);
    expect(await stage.webhook(one, id)).toMatchObject({ status: "enabled", failureCount: failed });
    receiver.answerWith({ status: 200 });
    clock.advance(2 * minuteMs);
    const arrived = () => stage.database.db.execute("SELECT FROM deliveries WHERE status = 'succeeded'");
    await waitFor(async () => (await arrived()).rows.length >= 2 * eventsPerSecond, { timeoutMs: 30_000 });
    expect(await stage.webhook(one, id)).toMatchObject({ status: "enabled", failureCount: 0 });
  });

  it("lets one attempt at a time probe the endpoint, and everything follows once it answers", async () => {
    const clock = drivenClock(Date.parse("2026-03-01T00:00:00Z"));
    const one = await stage.addOrganisation();
    const { id } = await stage.addWebhook(one, { url: receiver.url });
    receiver.answerWith({ status: 503 });
    await stage.startDispatcher({ ...trusting(), clock });
    await stage.emit(...Array.from({ length: 50 }, (_, n) => tripEnded(one, { id: `e${n}`, clock })));
    const failed = await settled(one, id, 8);
    expect(failed).toBeLessThanOrEqual(10);
    clock.advance(30_000);
    expect(await settled(one, id, failed + 1)).toBe(failed + 1);
    receiver.answerWith({ status: 200 });
    clock.advance(2 * minuteMs);
    expect(await settled(one, id, failed + 1 + 50)).toBe(failed + 1 + 50);
    expect(new Set(idsReceived()).size).toBe(50);
    expect(await stage.webhook(one, id)).toMatchObject({ status: "enabled", failureCount: 0 });
  });

  it("that lapses unattempted is logged as expired", async () => {
    const clock = drivenClock(Date.parse("2026-03-01T00:00:00Z"));
    const one = await stage.addOrganisation();
    const { id } = await stage.addWebhook(one, { url: receiver.url });
    await stage.startDispatcher({ ...trusting(), clock });
    const event = tripEnded(one, { id: "late", clock });
    clock.advance(24 * hourMs);
    await stage.emit(event);
    const log = await waitFor(async () => {
      const rows = await stage.log(one, id);
      return rows.length > 0 ? rows : undefined;
    });
    expect(log).toMatchObject([{ attempt: 0, status: "failed", error: "expired", responseStatus: null }]);
    expect(receiver.requests).toHaveLength(0);
  });
});

describe("deleting a webhook", () => {
  it("cancels what waits for it", async () => {
    const one = await stage.addOrganisation();
    const { id } = await stage.addWebhook(one, { url: receiver.url });
    receiver.answerWith({ status: 500 });
    await stage.startDispatcher(trusting());
    await stage.emit(tripEnded(one, { id: "e1" }));
    await waitFor(async () => (await stage.log(one, id)).length === 1 || undefined);
    expect(await deleteWebhook(stage.database.db, one, { webhookId: id, deletedAt: new Date() })).toBe(true);
    const pending = () =>
      stage.database.db.execute("SELECT status FROM deliveries WHERE status <> 'cancelled'");
    await waitFor(async () => (await pending()).rows.length === 0 || undefined);
    expect(await stage.log(one, id)).toEqual([]);
  });
});

describe("a private address", () => {
  it("is refused at each attempt, whatever was allowed when the webhook was made", async () => {
    const one = await stage.addOrganisation();
    const byName = await stage.addWebhook(one, { url: `https://hooks.example.com:${receiver.port}/` });
    const byAddress = await stage.addWebhook(one, { url: `https://127.0.0.1:${receiver.port}/` });
    const resolver = () => Promise.resolve(["127.0.0.1"]);
    await stage.startDispatcher({ ...trusting(), allowedNetworks: networksOf(), resolver });
    await stage.emit(tripEnded(one, { id: "e1" }));
    for (const { id } of [byName, byAddress]) {
      const [row] = await waitFor(async () => {
        const rows = await stage.log(one, id);
        return rows.length > 0 ? rows : undefined;
      });
      expect(row).toMatchObject({ status: "failed", error: expect.stringContaining("address_refused") });
    }
    expect(receiver.requests).toHaveLength(0);
  });
});

describe("a receiver that hangs", () => {
  it("leaves the others their pace", async () => {
    const [one, other] = [await stage.addOrganisation(), await stage.addOrganisation()];
    await stage.addWebhook(one, { url: `${receiver.url}/hangs` });
    await stage.addWebhook(other, { url: `${receiver.url}/well` });
    receiver.answerWith(({ path }) => ({ status: 200, delayMs: path === "/hangs" ? 5000 : 0 }));
    const limits = { inFlightMax: 16, inFlightPerOrganisationMax: 8, attemptTimeoutMs: 1000 };
    await stage.startDispatcher({ ...trusting(), limits });
    await stage.emit(...Array.from({ length: 50 }, (_, n) => tripEnded(one, { id: `slow${n}` })));
    await waitFor(() => receiver.requests.length === 8);
    const startedAt = Date.now();
    await stage.emit(...Array.from({ length: 50 }, (_, n) => tripEnded(other, { id: `fast${n}` })));
    const well = () => receiver.requests.filter(({ path }) => path === "/well");
    await waitFor(() => well().length === 50);
    expect((well().at(-1)?.receivedAt ?? Infinity) - startedAt).toBeLessThan(1000);
  });
});

describe("a process with fewer places than webhooks", () => {
  it("serves them all without waiting for a poll", async () => {
    const owners: Principal[] = [];
    for (let n = 0; n < 12; n += 1) {
      const owner = await stage.addOrganisation();
      await stage.addWebhook(owner, { url: receiver.url });
      owners.push(owner);
    }
    const limits = { inFlightMax: 2, pollIntervalMs: 60_000 };
    await stage.startDispatcher({ ...trusting(), limits });
    await stage.emit(...owners.map((owner, n) => tripEnded(owner, { id: `e${n}` })));
    await waitFor(() => receiver.requests.length === 12, { timeoutMs: 20_000 });
  });
});

describe("a record that is no event", () => {
  it("goes to the dead letters and holds nothing up", async () => {
    const one = await stage.addOrganisation();
    const { id } = await stage.addWebhook(one, { url: receiver.url });
    const topic = { ...eventsTopic, encode: () => Buffer.from("{nonsense") };
    const unstorable = { ...tripEnded(one, { id: "e0" }), tenant_id: 2 ** 40 };
    await stage.bus.append(topic, [tripEnded(one, { id: "poison" })]);
    await stage.emit(unstorable, tripEnded(one, { id: "e1" }));
    await stage.startDispatcher(trusting());
    await settled(one, id, 1);
    expect((await stage.log(one, id)).map(({ eventId }) => eventId)).toEqual(["e1"]);
    const letters: string[] = [];
    stage.bus.consume({
      topic: deadLettersTopic,
      group: "test",
      open: (claim) =>
        Promise.resolve({
          async handle({ records, nextOffset }) {
            for (const record of records) if (record.ok) letters.push(record.value.bytes);
            return commitCursor(stage.database.db, claim, { nextOffset, timerNumber: 0 });
          },
          close: () => Promise.resolve(),
        }),
    });
    await waitFor(() => letters.length === 2);
    expect(letters.map((bytes) => Buffer.from(bytes, "base64").toString())).toEqual([
      "{nonsense",
      JSON.stringify(unstorable),
    ]);
  });
});
