import { createServer } from "node:http";

import type { Running } from "./lifecycle.ts";
import { listenOn } from "./listen-on.ts";
import type { Registry } from "./metrics.ts";

/** One reason why a service is not ready; null means this check is well. */
export type ReadinessCheck = () => Promise<string | null>;

export interface OpsServerOptions {
  readonly port: number;
  readonly host: string;
  readonly metrics: Registry;
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
}

/** The operations port: /livez, /readyz with reasons, /metrics. */
export async function startOpsServer(options: OpsServerOptions): Promise<Running & { port: number }> {
  const server = createServer((request, response) => {
    void answer(options, request.url ?? "/").then(({ status, type, body }) => {
      response.writeHead(status, { "content-type": type }).end(body);
    });
  });
  const port = await listenOn(server, options);
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer({ metrics, readiness }: OpsServerOptions, url: string) {
  const json = "application/json";
  if (url === "/livez") return { status: 200, type: json, body: '{"live":true}' };
  if (url === "/metrics") return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
  if (url !== "/readyz") return { status: 404, type: json, body: '{"error":"not found"}' };
  const checks = await Promise.all(
    Object.entries(readiness).map(async ([name, check]) => {
      const reason = await check().catch((error: unknown) => String(error));
      return [name, reason] as const;
    }),
  );
  const reasons = Object.fromEntries(checks.filter(([, reason]) => reason !== null));
  const ready = Object.keys(reasons).length === 0;
  return { status: ready ? 200 : 503, type: json, body: JSON.stringify({ ready, reasons }) };
}
