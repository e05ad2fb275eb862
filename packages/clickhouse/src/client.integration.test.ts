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
