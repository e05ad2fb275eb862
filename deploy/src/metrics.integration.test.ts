import { spawn } from "node:child_process";
import { join } from "node:path";

import { parser } from "@prometheus-io/lezer-promql";
import { waitFor } from "@fleet/testkit";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";

import { dashboardQueries } from "./dashboards.ts";
import { repository, textOf } from "./files.ts";
import { freePort } from "./free-port.ts";
import { serviceNames } from "./service-env.ts";

/** Names that the services' operations ports show, or that Prometheus makes. */
const shown = new Set(["up"]);

/** The services run without their stores: what they count is known from the start. */
beforeAll(async () => {
  await Promise.all(serviceNames.map(readMetrics));
}, 60_000);

async function readMetrics(service: string): Promise<void> {
  const port = String(await freePort());
  const env = {
    DATABASE_URL: "postgres://fleet:fleet@127.0.0.1:1/fleet",
    CLICKHOUSE_URL: "http://127.0.0.1:1/fleet",
    BUS: "kafka",
    KAFKA_BROKERS: "127.0.0.1:1",
    GATEWAY_PORTS: "osmand=0",
    GATEWAY_OPS_PORT: port,
    STATE_DERIVER_OPS_PORT: port,
    DISPATCHER_OPS_PORT: port,
    API_OPS_PORT: port,
    API_PORT: "0",
    LOG_LEVEL: "silent",
  };
  const main = join(repository, "services", service, "src/main.ts");
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "inherit"] });
  try {
    const text = await waitFor(
      () => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text()),
      {
        timeoutMs: 45_000,
        intervalMs: 100,
      },
    );
    for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      shown.add(name);
      if (type === "histogram") for (const part of ["bucket", "sum", "count"]) shown.add(`${name}_${part}`);
    }
  } finally {
    child.kill("SIGKILL");
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
