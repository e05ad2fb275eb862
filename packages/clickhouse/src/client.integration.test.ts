import { testClickHouse, waitFor } from "@fleet/testkit";
import { describe, expect, it, onTestFinished } from "vitest";

import { isClickHouseUnavailable } from "./availability.ts";
import { openClickHouse } from "./client.ts";

describe("a query over its deadline", () => {
  it("fails as unavailable, and ends at the server too", async () => {
    const store = await testClickHouse();
    const hasty = openClickHouse({
      url: store.url,
      application: "hasty",
      requestTimeoutMs: 200,
      readOnly: true,
    });
    const watcher = openClickHouse({ url: store.url, application: "watcher" });
    onTestFinished(async () => {
      await hasty.close();
      await watcher.close();
      await store.drop();
    });
    const queryId = `slow-${store.database}`;
    const slow = hasty.query({
      query: "SELECT count() FROM numbers(300) WHERE NOT sleepEachRow(0.1)",
      clickhouse_settings: { max_block_size: "1", function_sleep_max_microseconds_per_block: "0" },
      query_id: queryId,
    });
    const failure: unknown = await slow.catch((error: unknown) => error);
    expect(isClickHouseUnavailable(failure)).toBe(true);
    const running = async () => {
      const found = await watcher.query({
        query: "SELECT count() AS queries FROM system.processes WHERE query_id = {queryId:String}",
        query_params: { queryId },
        format: "JSONEachRow",
      });
      return (await found.json<{ queries: number }>())[0]?.queries;
    };
    await waitFor(async () => (await running()) === 0, { timeoutMs: 10_000 });
  });
});

describe("a statement that takes longer than the server may be silent", () => {
  it("is waited for where the server says how far it is", async () => {
    const store = await testClickHouse();
    const patient = openClickHouse({
      url: store.url,
      application: "patient",
      requestTimeoutMs: 1000,
      progressIntervalMs: 200,
    });
    onTestFinished(async () => {
      await patient.close();
      await store.drop();
    });
    await patient.command({ query: "CREATE TABLE copied (slept UInt8) ENGINE = MergeTree ORDER BY slept" });
    await patient.command({
      query: "INSERT INTO copied SELECT sleepEachRow(0.1) FROM numbers(25) SETTINGS max_block_size = 1",
    });
    const copied = await patient.query({ query: "SELECT count() AS n FROM copied", format: "JSONEachRow" });
    expect(await copied.json()).toEqual([{ n: 25 }]);
  });
});
