import { Registry, collectDefaultMetrics } from "prom-client";

export { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** A registry of one service's metrics, with Node's own. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
