import { mkdir, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";

import type { Logger, Running } from "@fleet/runtime";

import { launchEntry } from "../launch.ts";
import { platformPackage } from "../platform-package.ts";
import { freePort, withPort } from "../ports.ts";
import { onStoreDirectory, type StoreDirectory } from "../store-directory.ts";
import { supervise } from "../supervise.ts";

export interface ClickHouseOptions {
  /** The directory of this store alone, created if need be. */
  readonly dataDir: string;
  /** Of the HTTP interface, on 127.0.0.1; 0 for a free one. */
  readonly port: number;
  /** Names a cluster of this server alone, for distributed tables. */
  readonly cluster?: string;
  readonly logger?: Logger;
  /** `throwaway` gives up safety against a crash of the machine for speed: for tests only. */
  readonly durability?: "full" | "throwaway";
}

export interface RunningClickHouse extends Running {
  /** `http://127.0.0.1:PORT/fleet`: the path names the database, which exists. */
  readonly url: string;
  readonly port: number;
}

const database = "fleet";

const packages = { "linux-x64": "@chdb/lib-linux-x64-gnu" };

/** Starts ClickHouse on a directory and keeps it running until stopped. Throws StackError. */
export async function startClickHouse(options: ClickHouseOptions): Promise<RunningClickHouse> {
  const library = join(platformPackage("ClickHouse", packages), "libchdb.so");
  return onStoreDirectory(options.dataDir, (directory) =>
    withPort("ClickHouse", options.port, (port) => serve({ ...options, directory, library, port })),
  );
}

interface Place extends Pick<ClickHouseOptions, "cluster" | "logger" | "durability"> {
  readonly directory: StoreDirectory;
  readonly library: string;
  readonly port: number;
}

async function serve({
  directory: { path, recordPath },
  library,
  port,
  cluster,
  logger,
  durability = "full",
}: Place): Promise<RunningClickHouse> {
  const data = join(path, "data");
  const config = join(path, "config.xml");
  const logPath = join(path, "clickhouse.log");
  await mkdir(data, { recursive: true });
  const clustered = cluster === undefined ? "" : clusterConfiguration(cluster, await freePort());
  await writeFile(config, configuration({ port, durability, clustered }));
  const running = await supervise({
    store: "ClickHouse",
    launch: () =>
      launchEntry(
        "clickhouse/clickhouse-child",
        [recordPath, library, config, data, ...(cluster === undefined ? [] : ["tcp"])],
        logPath,
      ),
    isReady: async () => {
      // Any ClickHouse could answer on this port; only ours serves this path.
      const served = await query(port, "SELECT value FROM system.server_settings WHERE name = 'path'");
      return served.trim() === data;
    },
    recordPath,
    logPath,
    readyWithinMs: 60_000,
    // It would wait 5 s for idle connections; cutting it short loses nothing that was acknowledged.
    stopWithinMs: 1_500,
    logger,
  });
  try {
    await query(port, `CREATE DATABASE IF NOT EXISTS ${database}`);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}/${database}`, port, stop: () => running.stop() };
}

/**
 * Sized for a machine that the services and Postgres share. An insert is on the disk before it is answered: the
 * deriver moves its cursor on after it, and what ClickHouse forgot would not be written again.
 */
function configuration({
  port,
  durability,
  clustered,
}: {
  port: number;
  durability: "full" | "throwaway";
  clustered: string;
}): string {
  const flushes = durability === "full" ? 1 : 0;
  const memoryMax = Math.min(4 * 1024 ** 3, Math.round(totalmem() / 2));
  return `<clickhouse>
  <http_port>${port}</http_port>
  <listen_host>127.0.0.1</listen_host>
  <max_server_memory_usage>${memoryMax}</max_server_memory_usage>
  <mark_cache_size>134217728</mark_cache_size>
  <keep_alive_timeout>10</keep_alive_timeout>
  <backups><allowed_path>../backups</allowed_path></backups>
  <merge_tree>
    <fsync_after_insert>${flushes}</fsync_after_insert>
    <fsync_part_directory>${flushes}</fsync_part_directory>
  </merge_tree>
${clustered}</clickhouse>
`;
}

/** A cluster's servers speak TCP with each other. */
function clusterConfiguration(cluster: string, tcpPort: number): string {
  const replica = `<replica><host>127.0.0.1</host><port>${tcpPort}</port></replica>`;
  return `  <tcp_port>${tcpPort}</tcp_port>
  <macros><shard>1</shard><replica>1</replica></macros>
  <remote_servers><${cluster}><shard><internal_replication>true</internal_replication>${replica}</shard></${cluster}></remote_servers>
`;
}

async function query(port: number, sql: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    body: sql,
    // A connection kept open would hold up a stop.
    headers: { connection: "close" },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`ClickHouse answered ${response.status}: ${text}`);
  return text;
}
