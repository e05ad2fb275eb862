import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";

import { freeStackPorts, makeTemporaryDirectory, startStack } from "@fleet/local-stack";
import { openClickHouse } from "@fleet/clickhouse";
import { openDatabase } from "@fleet/postgres";
import { z } from "zod";

import { busKinds } from "./fault-bus.ts";
import { plannedDeaths, runFaults, type StoreUrls } from "./fault-drive.ts";
import { numbersFrom } from "./random-numbers.ts";

/**
 * The long form of the fault test: `node fault-run.ts [--kills 100] [--bus postgres|kafka] [--seed N]`. Starts stores of
 * its own, tells of each kill on stderr, and prints what came of it as one line of JSON; exits with 1 where anything
 * differs.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    bus: { type: "string", default: "postgres" },
    seed: { type: "string", default: "1" },
  },
});
const { kills, bus, seed } = z
  .object({
    kills: z.coerce.number().int().positive(),
    bus: z.enum(busKinds),
    seed: z.coerce.number().int().nonnegative(),
  })
  .parse(values);

const dataDir = await makeTemporaryDirectory("faults");
const stack = await startStack({ dataDir, kafka: bus === "kafka", ports: freeStackPorts });
try {
  const { databaseUrl, clickhouseUrl } = stack;
  const findings = await runFaults({
    kind: bus,
    brokers: stack.kafkaBrokers?.split(",") ?? [],
    stores: { databaseUrl, clickhouseUrl },
    undisturbed: await besideOf({ databaseUrl, clickhouseUrl }),
    deaths: plannedDeaths(kills, numbersFrom(seed)),
    seed,
    rebalanceEvery: 5,
    report: (text) => process.stderr.write(`${text}\n`),
  });
  process.stdout.write(`${JSON.stringify({ bus, seed, ...findings })}\n`);
  process.exitCode = findings.equal ? 0 : 1;
} finally {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Empty databases on the same servers. */
async function besideOf({ databaseUrl, clickhouseUrl }: StoreUrls): Promise<StoreUrls> {
  const name = "undisturbed";
  const database = openDatabase({ url: databaseUrl, applicationName: "fault-run", connectionsMax: 1 });
  await database.db.execute(`CREATE DATABASE ${name}`);
  await database.stop();
  const clickhouse = openClickHouse({ url: clickhouseUrl, application: "fault-run" });
  await clickhouse.command({ query: `CREATE DATABASE ${name}` });
  await clickhouse.close();
  return { databaseUrl: withPath(databaseUrl, name), clickhouseUrl: withPath(clickhouseUrl, name) };
}

function withPath(text: string, path: string): string {
  const url = new URL(text);
  url.pathname = `/${path}`;
  return url.href;
}
