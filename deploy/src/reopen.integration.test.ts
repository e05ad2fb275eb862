import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { migrateClickHouse, openClickHouse } from "@fleet/clickhouse";
import { testClickHouse } from "@fleet/testkit";
import { expect, it, onTestFinished } from "vitest";

import { shellBlocks } from "./files.ts";

const run = promisify(execFile);

it("the runbook opens the days that have positions newer than their sums, and no others", async () => {
  const store = await testClickHouse();
  const client = openClickHouse({ url: store.url, application: "test" });
  onTestFinished(async () => {
    await client.close();
    await store.drop();
  });
  await migrateClickHouse(store.url);
  const position = (day: number, minute: number, version: number) =>
    `(1, 1, '2026-01-0${day} 10:${minute}:00', 1, ${minute}, true, 1000, ${version})`;
  await client.command({
    query: `INSERT INTO positions (organisation_id, vehicle_id, fix_time, device_id, content_hash, valid, leg_mm, version)
      VALUES ${position(1, 10, 7)}, ${position(1, 20, 8)}, ${position(2, 10, 9)}, ${position(2, 20, 12)}, ${position(3, 10, 13)}`,
  });
  await client.command({
    query: `INSERT INTO vehicle_days (organisation_id, vehicle_id, day, device_id, summed, legs_mm, version)
      VALUES (1, 1, '2026-01-01', 1, true, 2000, 8), (1, 1, '2026-01-02', 1, true, 1000, 9)`,
  });

  const block = shellBlocks("deploy/runbook.md").find(({ name }) => name === "reopen");
  const env = { ...process.env, CLICKHOUSE_URL: store.url };
  for (let times = 0; times < 2; times += 1)
    await run("bash", ["-euo", "pipefail", "-c", block?.commands ?? "exit 1"], { env });

  const days = await client.query({
    query: `SELECT toDayOfMonth(day) AS day, summed, toUInt32(version) AS version FROM vehicle_days FINAL ORDER BY day`,
    format: "JSONEachRow",
  });
  expect(await days.json()).toEqual([
    { day: 1, summed: true, version: 8 },
    { day: 2, summed: false, version: 12 },
    { day: 3, summed: false, version: 13 },
  ]);
});
