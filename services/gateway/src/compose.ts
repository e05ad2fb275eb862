import type { Bus } from "@fleet/bus";
import type { Database } from "@fleet/postgres";
import { protocols } from "@fleet/protocols";
import { createLifecycle, type Clock, type Logger, type Registry, type Running } from "@fleet/runtime";

import { createAppendFixes } from "./append-fixes.ts";
import { createDeviceRegistry } from "./device-registry.ts";
import { createGatewayMetrics } from "./gateway-metrics.ts";
import { startHttpListener } from "./http-listener.ts";
import { createSignsOfLife } from "./signs-of-life.ts";
import { ConnectionCount, startTcpListener, type ConnectionLimits } from "./tcp-listener.ts";
import type { ConnectionContext } from "./tcp-connection.ts";

type Patience = Pick<ConnectionContext, "loginTimeoutMs" | "idleTimeoutMs" | "frameTimeoutMs">;

export interface GatewayOptions {
  readonly bus: Bus;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly host: string;
  /** Port of each protocol to be heard; 0 takes a free one. */
  readonly ports: ReadonlyMap<string, number>;
  readonly limits: ConnectionLimits & Patience;
}

export interface Gateway extends Running {
  /** The port each protocol is heard on. */
  readonly trackers: Readonly<Record<string, number>>;
  /** Null while devices can be told apart, else why not. */
  check(): Promise<string | null>;
}

/** Wires the gateway and opens its tracker ports. */
export async function composeGateway(options: GatewayOptions): Promise<Gateway> {
  const { bus, clock, logger, host, ports, limits } = options;
  const metrics = createGatewayMetrics(options.metrics);
  const lifecycle = createLifecycle(logger, 25_000);
  const registry = await lifecycle.start("device registry", () => createDeviceRegistry(options));
  const signsOfLife = createSignsOfLife({ bus, clock, metrics, logger });
  const context = {
    registry,
    signsOfLife,
    appendFixes: createAppendFixes({ bus, clock, metrics, logger, signsOfLife }),
    metrics,
    clock,
    logger,
    connections: new ConnectionCount(limits),
    loginTimeoutMs: limits.loginTimeoutMs,
    idleTimeoutMs: limits.idleTimeoutMs,
    frameTimeoutMs: limits.frameTimeoutMs,
  };
  const trackers: Record<string, number> = {};
  for (const protocol of protocols) {
    const port = ports.get(protocol.name);
    if (port === undefined) continue;
    const listener = await lifecycle.start(`${protocol.name} listener`, () =>
      protocol.kind === "stream"
        ? startTcpListener(protocol, { host, port }, context)
        : startHttpListener(protocol, { host, port }, context),
    );
    trackers[protocol.name] = listener.port;
  }
  return { trackers, check: registry.check, stop: lifecycle.stop };
}
