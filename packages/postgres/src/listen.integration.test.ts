import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";

import { lineTo, testDatabase, waitFor } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

import { listen } from "./listen.ts";

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await testDatabase());
});
afterAll(() => drop());

it("stops at any moment, while it connects too", async () => {
  const lost: Error[] = [];
  for (let turns = 0; turns < 60; turns++) {
    const listener = listen({
      url,
      applicationName: "listen",
      channels: ["registry_changed"],
      onChange: () => undefined,
      onLost: (error) => lost.push(error),
    });
    for (let i = 0; i < turns; i++) await turn();
    const outcome = await Promise.race([listener.stop().then(() => "stopped"), delay(5000, "hangs")]);
    expect(`after ${turns} turns: ${outcome}`).toBe(`after ${turns} turns: stopped`);
  }
  expect(lost).toEqual([]);
});

it(
  "a connection that silently carries nothing any more is noticed and made anew",
  { timeout: 40_000 },
  async () => {
    const line = await lineTo(url);
    const lost: Error[] = [];
    let connected = 0;
    const listener = listen({
      url: line.url,
      applicationName: "listen",
      channels: ["registry_changed"],
      onChange: () => (connected += 1),
      onLost: (error) => lost.push(error),
    });
    await waitFor(() => connected === 1);
    line.mute();
    await waitFor(() => lost.length > 0, { timeoutMs: 15_000, message: "the dead connection to be noticed" });
    await line.mend();
    await waitFor(() => connected === 2);
    await listener.stop();
    await line.stop();
  },
);

it("stops in time where Postgres hangs", async () => {
  const line = await lineTo(url);
  let connected = 0;
  const listener = listen({
    url: line.url,
    applicationName: "listen",
    channels: ["registry_changed"],
    onChange: () => (connected += 1),
    onLost: () => undefined,
  });
  await waitFor(() => connected === 1);
  line.mute();
  const outcome = await Promise.race([listener.stop().then(() => "stopped"), delay(5000, "hangs")]);
  expect(outcome).toBe("stopped");
  await line.stop();
});
