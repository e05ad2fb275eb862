import { lineTo, testClickHouse, type TestClickHouse } from "@fleet/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openClickHouse, type ClickHouse } from "./client.ts";
import { insertRows } from "./insert-rows.ts";

let store: TestClickHouse;
let client: ClickHouse;

beforeAll(async () => {
  store = await testClickHouse();
  client = openClickHouse({ url: store.url, application: "test" });
  await client.command({ query: "CREATE TABLE numbers (n UInt32) ENGINE = MergeTree ORDER BY n" });
});

afterAll(async () => {
  await client.close();
  await store.drop();
});

async function count<T>(query: string): Promise<T[]> {
  return (await client.query({ query, format: "JSONEachRow" })).json<T>();
}

test("callers at once share an insert, and each finds its rows in the table", async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => insertRows(client, "numbers", [{ n }])));
  expect(await count("SELECT count() AS rows, uniqExact(n) AS distinct FROM numbers")).toEqual([
    { rows: 50, distinct: 50 },
  ]);
  const [parts] = await count<{ inserts: number }>(
    "SELECT count() AS inserts FROM system.parts WHERE table = 'numbers' AND database = currentDatabase() AND level = 0",
  );
  expect(parts?.inserts).toBe(1);
});

test("rows that ClickHouse refuses fail their own caller alone", async () => {
  const outcomes = await Promise.allSettled([
    insertRows(client, "numbers", [{ n: 100 }]),
    insertRows(client, "numbers", [{ n: 101 }]),
    insertRows(client, "numbers", [{ n: "not a number" }]),
    insertRows(client, "numbers", [{ n: 102 }]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(await count("SELECT n FROM numbers WHERE n >= 100 ORDER BY n")).toEqual([
    { n: 100 },
    { n: 101 },
    { n: 102 },
  ]);
});

test("a ClickHouse that hangs fails all callers after one insert's time", async () => {
  const line = await lineTo(store.url);
  const requestTimeoutMs = 500;
  const hanging = openClickHouse({ url: line.url, application: "test", requestTimeoutMs });
  line.mute();
  const startedMs = performance.now();
  const callers = Array.from({ length: 8 }, (_, n) => insertRows(hanging, "numbers", [{ n }]));
  const outcomes = await Promise.allSettled(callers);
  expect(outcomes.map(({ status }) => status)).toEqual(callers.map(() => "rejected"));
  expect(performance.now() - startedMs).toBeLessThan(requestTimeoutMs * 3);
  await hanging.close();
  await line.stop();
});
