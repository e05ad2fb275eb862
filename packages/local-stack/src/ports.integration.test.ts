import { createServer } from "node:net";

import { expect, it, onTestFinished } from "vitest";

import { freePort } from "./ports.ts";

it("a free port is given once, and is none that a system gives to others by itself", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(new Set(ports).size).toBe(ports.length);
  for (const port of ports) {
    expect(port).toBeGreaterThan(1023);
    expect(port).toBeLessThan(32_768);
  }
});

it("a port that is taken is passed over", async () => {
  const taken = (await freePort()) + 1;
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(taken, "127.0.0.1", resolve);
  });
  expect(await freePort()).not.toBe(taken);
});
