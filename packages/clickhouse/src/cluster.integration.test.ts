import { ClickHouseError } from "@clickhouse/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { migrationsTable } from "./cluster-form.ts";
import { insertPositions, readPositions } from "./positions.ts";
import { packRowVersion } from "./row-version.ts";
import { startOneNodeCluster, type OneNodeCluster } from "./testing/one-node-cluster.ts";
import { positionRowOf } from "./testing/position-row.ts";

const version = (epoch: number) => packRowVersion({ epoch, nextOffset: 1, timerNumber: 0 });

const position = positionRowOf({
  organisation_id: 1,
  vehicle_id: 7,
  fix_time: Date.parse("2026-03-01T00:00:00Z"),
  device_id: 3,
  content_hash: 5,
  ignition: true,
  ignition_on: true,
  movement: "moving",
  version: version(1),
});

describe("the schema of a cluster", () => {
  let cluster: OneNodeCluster;

  beforeAll(async () => {
    cluster = await startOneNodeCluster();
  });
  afterAll(() => cluster.stop());

  it("is read by ClickHouse as what it is meant to be", async () => {
    for (const statement of [...cluster.statements, migrationsTable("one_node")]) {
      const explained = await cluster.client.query({
        query: `EXPLAIN AST ${statement}`,
        format: "TabSeparated",
      });
      expect(await explained.text()).toMatch(/^(Create|Alter|Insert)Query/);
    }
  });

  it("lacks nothing but a Keeper for its replicated tables", async () => {
    const replicated = cluster.statements.filter((statement) => statement.includes("ENGINE = Replicated"));
    expect(replicated.length).toBeGreaterThan(3);
    for (const statement of replicated) {
      const query = statement.replace(" ON CLUSTER one_node", "").replace("_local", "_replicated");
      const refusal: unknown = await cluster.client.command({ query }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ClickHouseError);
      expect(String(refusal)).toMatch(/ZooKeeper|Keeper/);
    }
  });

  it("has an insert in the rows' own table when it is acknowledged, and shows the newest version of a row once", async () => {
    await insertPositions(cluster.client, [[position]]);
    await insertPositions(cluster.client, [[{ ...position, leg_mm: 12, version: version(2) }]]);
    const counted = await cluster.client.query({
      query: "SELECT count() AS rows FROM positions_local",
      format: "JSONEachRow",
    });
    expect(await counted.json()).toEqual([{ rows: 2 }]);
    const found = await readPositions(cluster.client, [
      { organisationId: 1, vehicleId: 7, fromMs: position.fix_time, toMs: position.fix_time },
    ]);
    expect(found.map(({ derived }) => derived.legMm)).toEqual([12]);
  });
});
