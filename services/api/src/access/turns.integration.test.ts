import { openClickHouse, openReader } from "@fleet/clickhouse";
import { createMetrics } from "@fleet/runtime";
import { drivenClock, testClickHouse, testDatabase, waitFor } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";

import { openApiStage, type ApiStage } from "../testing/api-stage.ts";

const range = "from=2026-03-19T00:00:00Z&to=2026-03-20T00:00:00Z";
const atOnceMax = 16;
let stage: ApiStage;
let clickhouseUrl: string;
const drops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const [database, clickhouse] = await Promise.all([testDatabase(), testClickHouse()]);
  drops.push(database.drop, clickhouse.drop);
  clickhouseUrl = clickhouse.url;
  stage = await openApiStage(
    { databaseUrl: database.url, clickhouseUrl },
    drivenClock(Date.parse("2026-03-20T12:00:00Z")),
  );
});
afterAll(async () => {
  await stage.stop();
  await Promise.all(drops.map((drop) => drop()));
});

/** Holds queries back until `release`, and counts those that are held. */
function heldQueries() {
  let held = 0;
  let heldMax = 0;
  let released = Promise.withResolvers<void>();
  const hold = async <T>(query: () => Promise<T>): Promise<T> => {
    heldMax = Math.max(heldMax, (held += 1));
    await released.promise;
    held -= 1;
    return query();
  };
  return {
    hold,
    get held() {
      return held;
    },
    get heldMax() {
      return heldMax;
    },
    release: () => released.resolve(),
    again() {
      heldMax = 0;
      released = Promise.withResolvers();
    },
  };
}

/** An instance whose queries of ClickHouse are held. */
async function openHeld(deadlineMs: number) {
  const queries = heldQueries();
  const reader = openReader({ url: clickhouseUrl, application: "api-test" });
  const clickhouse = openClickHouse({ url: clickhouseUrl, application: "api-test", readOnly: true });
  onTestFinished(async () => {
    await reader.close();
    await clickhouse.close();
  });
  const query: typeof clickhouse.query = (params) => queries.hold(() => clickhouse.query(params));
  const metrics = createMetrics();
  const api = await stage.instance({
    metrics,
    deadlineMs,
    reader: {
      ...reader,
      select: (question) => queries.hold(() => reader.select(question)),
      selectBinary: (question) => queries.hold(() => reader.selectBinary(question)),
    },
    clickhouse: new Proxy(clickhouse, {
      get: (target, name) => (name === "query" ? query : Reflect.get(target, name, target)),
    }),
  });
  return { api, metrics, queries };
}

it.each(["positions", "trips", "stops", "summary", "route.gpx"])(
  "of many requests for %s at once some are at work, and all are answered",
  async (path) => {
    const { token, vehicleId } = await stage.tenant(`turns of ${path}`);
    const { api, metrics, queries } = await openHeld(10_000);
    const ask = async () => (await api.ask(`/vehicles/${vehicleId}/${path}?${range}`, { token })).status;

    const alone = ask();
    await waitFor(() => Promise.resolve(queries.held > 0));
    const each = queries.held;
    queries.release();
    expect(await alone).toBe(200);

    queries.again();
    const many = Array.from({ length: 40 }, ask);
    await waitFor(async () => {
      const inFlight = await metrics.getSingleMetric("api_requests_in_flight")?.get();
      return inFlight?.values[0]?.value === 40 && queries.held >= atOnceMax * each;
    });
    queries.release();
    expect(await Promise.all(many)).toEqual(many.map(() => 200));
    expect(queries.heldMax).toBe(atOnceMax * each);
  },
);

it("who has waited for too long is told so, and nothing is asked for them any more", async () => {
  const { token, vehicleId } = await stage.tenant("waits");
  const { api, queries } = await openHeld(400);
  const ask = async () => (await api.ask(`/vehicles/${vehicleId}/trips?${range}`, { token })).status;
  expect(await ask()).toBe(503);
  const each = queries.held;
  const many = Array.from({ length: 40 }, ask);
  expect(await Promise.all(many)).toEqual(many.map(() => 503));
  expect(queries.heldMax).toBe(atOnceMax * each);
  queries.release();
  await waitFor(async () => (await ask()) === 200);
});
