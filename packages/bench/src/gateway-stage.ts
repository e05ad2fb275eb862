import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { startKafka, startPostgres } from "@fleet/local-stack";
import { migratePostgres, openDatabase, type Database } from "@fleet/postgres";
import type { Running } from "@fleet/runtime";

import { freePort } from "./free-port.ts";
import { processUseSchema, type ProcessUse } from "./process-use.ts";

const standaloneMain = fileURLToPath(new URL("../../../services/standalone/src/main.ts", import.meta.url));
const preload = new URL("./measured-process.ts", import.meta.url).href;
const firstUniqueId = 350_000_000_000_000;

export type BusKind = "postgres" | "kafka";

/** Stores of the benchmark's own, with so many devices, each on the vehicle of its number since 2000. */
export interface GatewayStage {
  readonly databaseUrl: string;
  readonly database: Database;
  /** Identifiers of the devices, the first one on vehicle 1. */
  readonly uniqueIds: readonly string[];
  /** `fleet run gateway` in a process of its own, on that bus. */
  startGateway(bus: BusKind, protocols: readonly string[]): Promise<GatewayProcess>;
  stop(): Promise<void>;
}

export interface GatewayProcess {
  /** The port of each protocol. */
  readonly ports: ReadonlyMap<string, number>;
  /** What the process used since the last call. */
  use(): Promise<ProcessUse>;
}

export async function openGatewayStage(options: {
  readonly buses: readonly BusKind[];
  readonly devices: number;
}): Promise<GatewayStage> {
  const dataDir = await mkdtemp(join(tmpdir(), "fleet-bench-"));
  await chmod(dataDir, 0o711);
  const running: Running[] = [];
  const [postgres, kafka] = await Promise.all([
    startPostgres({ dataDir: join(dataDir, "postgres"), port: 0 }),
    options.buses.includes("kafka") ? startKafka({ dataDir: join(dataDir, "kafka"), port: 0 }) : null,
  ]);
  running.push(postgres, ...(kafka === null ? [] : [kafka]));
  await migratePostgres(postgres.url);
  const database = openDatabase({ url: postgres.url, applicationName: "bench", statementTimeoutMs: 60_000 });
  running.push(database);
  await seed(database, options.devices);
  return {
    databaseUrl: postgres.url,
    database,
    uniqueIds: Array.from({ length: options.devices }, (_, i) => String(firstUniqueId + i + 1)),
    async startGateway(bus, protocols) {
      const gateway = await runGateway(protocols, {
        DATABASE_URL: postgres.url,
        BUS: bus,
        ...(bus === "kafka" && kafka !== null ? { KAFKA_BROKERS: kafka.brokers } : {}),
      });
      running.push(gateway);
      return gateway;
    },
    async stop() {
      for (const each of running.toReversed()) await each.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function runGateway(
  protocols: readonly string[],
  env: Record<string, string>,
): Promise<GatewayProcess & Running> {
  const opsPort = await freePort();
  const ports = new Map<string, number>();
  for (const protocol of protocols) ports.set(protocol, await freePort());
  const child = spawn(process.execPath, ["--import", preload, standaloneMain, "run", "gateway"], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      ...process.env,
      ...env,
      GATEWAY_HOST: "127.0.0.1",
      GATEWAY_PORTS: [...ports].map(([name, port]) => `${name}=${port}`).join(","),
      GATEWAY_OPS_PORT: String(opsPort),
      // A few trackers stand for a whole fleet.
      GATEWAY_FRAMES_PER_SECOND_MAX: "1000000",
      GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: "20000",
    },
  });
  const exited = once(child, "exit");
  await isReady(opsPort, () => child.exitCode !== null);
  return {
    ports,
    async use() {
      const answer = once(child, "message");
      child.send("use");
      return processUseSchema.parse((await answer)[0]);
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function isReady(opsPort: number, isOver: () => boolean): Promise<void> {
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (isOver()) throw new Error("the gateway ended before it was ready");
    await delay(50);
  }
}

async function seed({ db }: Database, devices: number): Promise<void> {
  await db.execute("INSERT INTO organisations (name) VALUES ('Bench')");
  await db.execute(
    `INSERT INTO vehicles (organisation_id, name) SELECT 1, 'Bench ' || n FROM generate_series(1, ${devices}) AS n`,
  );
  await db.execute(
    `INSERT INTO devices (unique_id, model) SELECT (${firstUniqueId} + n)::text, 'teltonika-fmb920' FROM generate_series(1, ${devices}) AS n ORDER BY n`,
  );
  await db.execute(
    "INSERT INTO assignments (device_id, vehicle_id, from_at) SELECT id, id, '2000-01-01T00:00:00Z' FROM devices",
  );
}
