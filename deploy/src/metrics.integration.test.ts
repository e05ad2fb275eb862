import { parser } from "@prometheus-io/lezer-promql";
import { testClickHouse, testDatabase, waitFor } from "@fleet/testkit";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";

import { fleet } from "../../services/standalone/src/testing/fleet-process.ts";
import { runService, type ServiceName } from "../../services/standalone/src/testing/service-process.ts";
import { dashboardQueries } from "./dashboards.ts";
import { textOf } from "./files.ts";
import { freePort } from "../../services/standalone/src/testing/free-port.ts";
import { serviceNames } from "./service-env.ts";

/** Names that the services' operations ports show, or that Prometheus makes. */
const shown = new Set(["up"]);

beforeAll(async () => {
  const [database, clickhouse] = await Promise.all([testDatabase(), testClickHouse()]);
  const stores = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url };
  await fleet(["migrate"], stores);
  await Promise.all(serviceNames.map((service) => readMetrics(service, stores)));
  return () => Promise.all([database.drop(), clickhouse.drop()]);
}, 120_000);

/** Runs a service until it works, and notes what it shows. */
async function readMetrics(service: ServiceName, stores: NodeJS.ProcessEnv): Promise<void> {
  const port = await freePort();
  const running = runService(service, {
    ...stores,
    GATEWAY_PORTS: "osmand=0",
    GATEWAY_OPS_PORT: String(port),
    STATE_DERIVER_OPS_PORT: String(port),
    DISPATCHER_OPS_PORT: String(port),
    API_OPS_PORT: String(port),
    API_PORT: "0",
    LOG_LEVEL: "warn",
  });
  try {
    // What waits for the schema begins a moment after it is known.
    const own = `# TYPE ${service.replace("state-", "")}_`;
    const text = await waitFor(
      async () => {
        const shownNow = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return shownNow.includes(own) && shownNow;
      },
      { timeoutMs: 60_000, intervalMs: 100, message: `${service} to show its metrics` },
    );
    for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      shown.add(name);
      if (type === "histogram") for (const part of ["bucket", "sum", "count"]) shown.add(`${name}_${part}`);
    }
  } finally {
    running.process.kill("SIGTERM");
    await running.ended;
  }
}

it("every metric that a dashboard or an alert names is shown by a service", () => {
  const alerts = [...textOf("deploy/charts/fleet/monitoring/alerts.yaml").matchAll(/expr:/g)];
  const expressions = expressionsOf(parse(textOf("deploy/charts/fleet/monitoring/alerts.yaml")));
  expect(expressions).toHaveLength(alerts.length);
  const named = [...dashboardQueries(), ...expressions].flatMap(metricsOf);
  expect([...new Set(named)].filter((name) => !shown.has(name)).sort()).toEqual([]);
});

function expressionsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === "expr" && typeof value === "string" ? [value] : expressionsOf(value),
  );
}

function metricsOf(query: string): string[] {
  const names: string[] = [];
  parser.parse(query).iterate({
    enter: ({ name, node, from, to }) => {
      if (name === "Identifier" && node.parent?.name === "VectorSelector") names.push(query.slice(from, to));
    },
  });
  return names;
}
