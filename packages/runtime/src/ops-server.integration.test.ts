import { expect, onTestFinished, test } from "vitest";

import { createLogger } from "./logger.ts";
import { createMetrics, Gauge } from "./metrics.ts";
import { startOpsServer } from "./ops-server.ts";

const logger = createLogger("test", "silent");

test("/readyz and /metrics name every check that fails, throws or hangs, within the patience of whoever asks", async () => {
  const ops = await startOpsServer({
    port: 0,
    host: "127.0.0.1",
    logger,
    metrics: createMetrics(),
    readiness: () => ({
      well: () => Promise.resolve(null),
      away: () => Promise.resolve("it is away"),
      broken: () => Promise.reject(new Error("Failed query: SELECT 1", { cause: new Error("it broke") })),
      hanging: () => new Promise(() => undefined),
    }),
  });
  onTestFinished(() => ops.stop());
  const response = await fetch(`http://127.0.0.1:${ops.port}/readyz`, { signal: AbortSignal.timeout(5000) });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    ready: false,
    reasons: { away: "it is away", broken: "it broke", hanging: "no answer within 3000 ms" },
  });
  const metrics = await (await fetch(`http://127.0.0.1:${ops.port}/metrics`)).text();
  expect(metrics.split("\n").filter((line) => line.startsWith("service_check_well"))).toEqual([
    'service_check_well{check="well"} 1',
    'service_check_well{check="away"} 0',
    'service_check_well{check="broken"} 0',
    'service_check_well{check="hanging"} 0',
  ]);
});

test("/readyz leaves out the checks that it is told to, without asking them", async () => {
  const ops = await startOpsServer({
    port: 0,
    host: "127.0.0.1",
    logger,
    metrics: createMetrics(),
    readiness: () => ({
      bus: () => Promise.resolve(null),
      postgres: () => new Promise(() => undefined),
      clickhouse: () => Promise.resolve("it is away"),
    }),
  });
  onTestFinished(() => ops.stop());
  const ask = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${ops.port}/readyz?${query}`, {
      signal: AbortSignal.timeout(2000),
    });
    return [response.status, await response.json()];
  };
  expect(await ask("exclude=postgres&exclude=clickhouse")).toEqual([200, { ready: true, reasons: {} }]);
  expect(await ask("exclude=postgres")).toEqual([
    503,
    { ready: false, reasons: { clickhouse: "it is away" } },
  ]);
});

test("/readyz asks no more for a check that was well, where it is to be so once", async () => {
  let bus: string | null = "it is away";
  const ops = await startOpsServer({
    port: 0,
    host: "127.0.0.1",
    logger,
    metrics: createMetrics(),
    readiness: () => ({ bus: () => Promise.resolve(bus), registry: () => Promise.resolve(null) }),
  });
  onTestFinished(() => ops.stop());
  const statusOf = async (query: string) =>
    (await fetch(`http://127.0.0.1:${ops.port}/readyz?${query}`)).status;
  expect(await statusOf("once=bus")).toBe(503);
  bus = null;
  expect(await statusOf("once=bus")).toBe(200);
  bus = "it is away again";
  expect([await statusOf("once=bus"), await statusOf("")]).toEqual([200, 503]);
});

test("a metric that cannot be collected costs /metrics its answer, and the process nothing", async () => {
  const metrics = createMetrics();
  const collect = () => {
    throw new Error("nobody knows");
  };
  metrics.registerMetric(new Gauge({ name: "unknown", help: "Unknown.", registers: [], collect }));
  const ops = await startOpsServer({ port: 0, host: "127.0.0.1", logger, metrics, readiness: () => ({}) });
  onTestFinished(() => ops.stop());
  const ask = (path: string) => fetch(`http://127.0.0.1:${ops.port}${path}`);
  const failed = await ask("/metrics");
  expect([failed.status, await failed.json()]).toEqual([500, { error: "nobody knows" }]);
  expect((await ask("/livez")).status).toBe(200);
});
