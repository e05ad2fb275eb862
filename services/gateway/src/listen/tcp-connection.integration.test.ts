import { once } from "node:events";

import { waitFor } from "@fleet/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Gateway } from "../compose.ts";
import { frameOf, openGatewayStage, Tracker, type GatewayStage } from "../testing/gateway-stage.ts";

const uniqueId = "356307042441013";
const retiredId = "356307042441014";
/** Asks for the time, which needs no login: GT06, type 0x8A. */
const timeRequest = Buffer.from("7878058a000688290d0a", "hex");

let stage: GatewayStage;
let gateway: Gateway;

beforeAll(async () => {
  stage = await openGatewayStage({ uniqueIds: [uniqueId, retiredId] });
  const ports = new Map([
    ["teltonika", 0],
    ["gt06", 0],
  ]);
  gateway = await stage.gateway({ ports, limits: { loginTimeoutMs: 60_000 } });
}, 30_000);

afterAll(() => stage?.stop());

test(
  "a peer that does not take its answers is read no further until it does",
  { timeout: 30_000 },
  async () => {
    const tracker = await Tracker.connect(gateway.trackers["gt06"]);
    const { socket } = tracker;
    socket.pause();
    const chunk = Buffer.concat(Array.from({ length: 6500 }, () => timeRequest));
    const isTaken = async () =>
      socket.write(chunk) ||
      Promise.race([
        once(socket, "drain").then(() => true),
        new Promise<false>((resolve) => setTimeout(() => resolve(false), 3000)),
      ]);
    let chunks = 1;
    // The system's buffers may hold twenty megabytes of requests and answers.
    while (chunks < 600 && (await isTaken())) chunks += 1;
    expect(chunks).toBeLessThan(600);
    expect(tracker.closed).toBe(false);
    socket.resume();
    await waitFor(() => socket.writableLength === 0);
    socket.destroy();
  },
);

test("a tracker that closes its side behind its records is answered all the same", async () => {
  const tracker = await Tracker.login(gateway.trackers["teltonika"], uniqueId);
  tracker.socket.end(frameOf(2));
  expect(await tracker.reply(4)).toBe("00000002");
  await tracker.end();
});

test("a device taken out of service is refused at its next message, also where that does not name it", async () => {
  const tracker = await Tracker.login(gateway.trackers["teltonika"], retiredId);
  await stage.database.db.execute(`UPDATE devices SET status = 'retired' WHERE unique_id = '${retiredId}'`);
  const ping = Buffer.of(0xff);
  await waitFor(() => {
    if (!tracker.closed) tracker.send(ping);
    return tracker.closed;
  });
});

test("stopping waits for no device that is held to its pace", async () => {
  const slow = await stage.gateway({ limits: { framesPerSecondMax: 1 } });
  const tracker = await Tracker.login(slow.trackers["teltonika"], uniqueId);
  tracker.send(Buffer.concat(Array.from({ length: 60 }, () => frameOf(1))));
  await tracker.reply(240);
  const startedMs = performance.now();
  await slow.stop();
  expect(performance.now() - startedMs).toBeLessThan(5000);
  await tracker.end();
});
