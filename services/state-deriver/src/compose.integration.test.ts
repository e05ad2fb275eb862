import { createBus, fixesTopic } from "@fleet/bus";
import { type EventEnvelope } from "@fleet/events";
import { createMetrics, systemClock, type Running } from "@fleet/runtime";
import { testClickHouse, testDatabase, testKafka, testLogger, waitFor } from "@fleet/testkit";
import { describe, expect, it } from "vitest";

import { composeStateDeriver } from "./compose.ts";
import { collectEvents } from "./testing/collect-events.ts";
import { openDeriverStage } from "./testing/deriver-stage.ts";
import { madeUpDrive, twoTrips } from "./testing/made-up-drive.ts";
import { withOwnTopics } from "./testing/own-topics.ts";

const startMs = Date.UTC(2025, 2, 3, 8);
const fixes = madeUpDrive(startMs, twoTrips);
const logger = testLogger();

describe.each(["postgres", "kafka"] as const)("the state-deriver on the bus over %s", (kind) => {
  it("derives what the bus brings, restarts included, and publishes each event once and in order", async (context) => {
    const kafka = kind === "kafka" ? await testKafka() : { brokers: "" };
    if ("skipped" in kafka) {
      context.skip(kafka.skipped);
      return;
    }
    const [database, clickhouse] = await Promise.all([testDatabase(), testClickHouse()]);
    const urls = { databaseUrl: database.url, clickhouseUrl: clickhouse.url };
    const stage = await openDeriverStage(urls, systemClock);
    const bus = withOwnTopics(
      createBus({
        kind,
        brokers: kafka.brokers.split(","),
        databaseUrl: database.url,
        applicationName: "deriver-test",
        logger,
        metrics: createMetrics(),
        appendBytesMax: 1 << 24,
      }),
      `${process.pid}-${Date.now()}`,
      2,
    );
    const events: EventEnvelope[] = [];
    const collector = collectEvents(bus, stage.database, events);
    const start = (): Promise<Running> =>
      composeStateDeriver({
        bus,
        database: stage.database,
        databaseUrl: database.url,
        clickhouse: stage.clickhouse,
        clock: systemClock,
        logger,
        metrics: createMetrics(),
        batchRecordsMax: 5,
        clickhouseCluster: null,
        idleIntervalMs: 50,
      });
    const vehicle = await stage.seedVehicle("van");
    const positions = async (): Promise<number> => (await stage.derived(vehicle)).positions.length;
    const half = Math.floor(fixes.length / 2);

    let deriver = await start();
    for (const fix of fixes.slice(0, half))
      await bus.append(fixesTopic, [stage.report(vehicle, [fix], Date.now())]);
    await waitFor(async () => (await positions()) > 10, { timeoutMs: 30_000 });
    await deriver.stop();
    for (const fix of fixes.slice(half))
      await bus.append(fixesTopic, [stage.report(vehicle, [fix], Date.now())]);
    deriver = await start();
    await waitFor(async () => (await positions()) === fixes.length, { timeoutMs: 30_000 });
    await waitFor(() => events.filter(({ type }) => type === "trip.ended").length === 2, {
      timeoutMs: 30_000,
    });

    expect((await stage.derived(vehicle)).trips).toHaveLength(2);
    const types = events.map(({ type }) => type).filter((type) => type !== "vehicle.status_changed");
    const trip = ["ignition.on", "trip.started", "ignition.off", "trip.ended"];
    expect(types).toEqual(["device.online", ...trip, ...trip]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    await deriver.stop();
    await collector.stop();
    await bus.stop();
    await stage.stop();
    await Promise.all([database.drop(), clickhouse.drop()]);
  });
});
