import { join } from "node:path";

import { freePort } from "@fleet/local-stack";
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer } from "testcontainers";
import { expect, onTestFinished, test } from "vitest";

import { driveThrough, type Stores } from "./drive-through.ts";
import { readCompose, repository } from "./files.ts";

const noDocker = await getContainerRuntimeClient().then(
  () => null,
  (error: unknown) => String(error),
);
if (noDocker !== null && process.env["REQUIRE_DOCKER"] === "1") throw new Error(noDocker);

const { services } = readCompose();

/** A container of one of compose.yaml's services, with what it sets and mounts there, and that port published. */
async function startAsInCompose(
  name: string,
  port: number | { container: number; host: number },
  changes: Readonly<Record<string, string>> = {},
): Promise<StartedTestContainer> {
  const { image = "", environment = {}, volumes = [] } = services[name] ?? {};
  const files = volumes
    .map((volume) => volume.split(":"))
    .filter(([source = ""]) => source.startsWith("."))
    .map(([source = "", target = ""]) => ({ source: join(repository, "deploy", source), target }));
  const container = await new GenericContainer(image)
    .withHostname(name)
    .withEnvironment({ ...environment, ...changes })
    .withCopyFilesToContainer(files)
    .withExposedPorts(port)
    .withStartupTimeout(120_000)
    .start();
  onTestFinished(async () => void (await container.stop()));
  return container;
}

/** A URL that compose.yaml gives the services, as it is reached from here. */
function reached(url: string | undefined, container: StartedTestContainer): string {
  const here = new URL(url ?? "");
  here.hostname = container.getHost();
  here.port = String(container.getFirstMappedPort());
  return here.href;
}

async function startStores(): Promise<Stores> {
  const kafkaPort = await freePort();
  const [postgres, clickhouse] = await Promise.all([
    startAsInCompose("postgres", 5432),
    startAsInCompose("clickhouse", 8123),
    // Brokers tell clients where to find them.
    startAsInCompose(
      "kafka",
      { container: 9092, host: kafkaPort },
      { KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${kafkaPort}` },
    ),
  ]);
  const env = services["state-deriver"]?.environment ?? {};
  return {
    databaseUrl: reached(env["DATABASE_URL"], postgres),
    clickhouseUrl: reached(env["CLICKHOUSE_URL"], clickhouse),
    brokers: `127.0.0.1:${kafkaPort}`,
  };
}

test.skipIf(noDocker !== null)(
  `on the official images that compose.yaml names, a drive becomes its positions, its trip and its events${noDocker === null ? "" : ` (skipped: ${noDocker})`}`,
  async () => {
    const { drive, trip, acknowledged, positions, events } = await driveThrough(await startStores());
    expect(positions).toBe(acknowledged);
    expect(trip?.distance_km).toBeCloseTo(drive.distanceKm, 1);
    expect([...events]).toEqual(expect.arrayContaining(["trip.started", "trip.ended"]));
  },
  600_000,
);
