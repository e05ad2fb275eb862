import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";

import { testDatabase } from "@fleet/testkit";
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
