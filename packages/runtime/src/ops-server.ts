import { createServer } from "node:http";

import type { Running } from "./lifecycle.ts";
import { listenOn } from "./listen-on.ts";
import type { Logger } from "./logger.ts";
import { Gauge, type Registry } from "./metrics.ts";
import { reasonOf } from "./reason-of.ts";

/** Whoever asks /readyz has little patience: what hangs is said to hang. */
const checkWithinMs = 3000;
const json = "application/json";

/** One reason why a service is not ready; null means this check is well. */
export type ReadinessCheck = () => Promise<string | null>;

/** What a service needs in order to be ready, by name. */
export type Readiness = Readonly<Record<string, ReadinessCheck>>;

export interface OpsServerOptions {
  readonly port: number;
  readonly host: string;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Asked anew each time. */
  readonly readiness: () => Readiness;
}

/**
 * The operations port: /livez, /readyz with reasons, /metrics, the checks of /readyz among them. As with Kubernetes' own
 * servers, `/readyz?exclude=NAME`, repeated for more, leaves checks out; `once=NAME` does so once /readyz has seen them
 * well, for whatever a service cannot begin without and then goes on without.
 */
export async function startOpsServer(options: OpsServerOptions): Promise<Running & { port: number }> {
  showReadiness(options);
  const wereWell = new Set<string>();
  const server = createServer((request, response) => {
    void answer(options, wereWell, request.url ?? "/")
      .catch((error: unknown) => ({
        status: 500,
        type: json,
        body: JSON.stringify({ error: reasonOf(error) }),
      }))
      .then(({ status, type, body }) => response.writeHead(status, { "content-type": type }).end(body));
  });
  const port = await listenOn(server, options, options.logger);
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer({ metrics, readiness }: OpsServerOptions, wereWell: Set<string>, url: string) {
  const [path, query] = url.split("?", 2);
  if (path === "/livez") return { status: 200, type: json, body: '{"live":true}' };
  if (path === "/metrics") return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
  if (path !== "/readyz") return { status: 404, type: json, body: '{"error":"not found"}' };
  const wanted = new URLSearchParams(query);
  const leftOut = new Set([
    ...wanted.getAll("exclude"),
    ...wanted.getAll("once").filter((name) => wereWell.has(name)),
  ]);
  const asked = Object.entries(readiness()).filter(([name]) => !leftOut.has(name));
  const reasons = await askReadiness(Object.fromEntries(asked));
  for (const [name] of asked) if (!(name in reasons)) wereWell.add(name);
  const ready = Object.keys(reasons).length === 0;
  return { status: ready ? 200 : 503, type: json, body: JSON.stringify({ ready, reasons }) };
}

/** Shows in the metrics which checks of /readyz are well. */
export function showReadiness({ metrics, readiness }: Pick<OpsServerOptions, "metrics" | "readiness">): void {
  metrics.registerMetric(
    new Gauge({
      name: "service_check_well",
      help: "1 while this check of /readyz is well, else 0.",
      labelNames: ["check"],
      registers: [],
      async collect() {
        const checks = readiness();
        const reasons = await askReadiness(checks);
        this.reset();
        for (const check of Object.keys(checks)) this.set({ check }, check in reasons ? 0 : 1);
      },
    }),
  );
}

/** The reasons of the checks that are not well; none where all are. */
async function askReadiness(readiness: Readiness): Promise<Record<string, string>> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(`no answer within ${checkWithinMs} ms`), checkWithinMs);
  const checks = await Promise.all(
    Object.entries(readiness).map(async ([name, check]) => {
      const reason = await Promise.race([check(), late.promise]).catch(reasonOf);
      return reason === null ? [] : [[name, reason] as const];
    }),
  );
  clearTimeout(timer);
  return Object.fromEntries(checks.flat());
}
