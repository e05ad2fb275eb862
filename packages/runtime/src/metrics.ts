import { Gauge, Registry, collectDefaultMetrics } from "prom-client";

export { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** A registry of one service's metrics, with Node's own. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Connections of a pool: in use, idle, and callers that wait for one. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

const poolsByRegistry = new WeakMap<Registry, Map<string, () => PoolUse>>();

/** Shows the use of a pool of connections to Postgres under a name; any number of pools share a registry. */
export function showPool(registry: Registry, name: string, use: () => PoolUse): void {
  const pools = poolsByRegistry.get(registry) ?? showPools(registry);
  poolsByRegistry.set(registry, pools);
  pools.set(name, use);
}

function showPools(registry: Registry): Map<string, () => PoolUse> {
  const pools = new Map<string, () => PoolUse>();
  registry.registerMetric(
    new Gauge({
      name: "postgres_pool_connections",
      help: "Connections to Postgres by state: used, idle, and callers that wait for one.",
      labelNames: ["pool", "state"],
      registers: [],
      collect() {
        for (const [pool, use] of pools)
          for (const [state, count] of Object.entries(use())) this.set({ pool, state }, count);
      },
    }),
  );
  return pools;
}

/** Shows by how much this process' clock is ahead of Postgres', as `aheadMs` last knew; nothing where that is null. */
export function showClock(registry: Registry, aheadMs: () => number | null): void {
  registry.registerMetric(
    new Gauge({
      name: "service_clock_ahead_seconds",
      help: "By how much this process' clock was ahead of Postgres' when that last answered a check of /readyz.",
      registers: [],
      collect() {
        const ms = aheadMs();
        if (ms === null) this.remove();
        else this.set(ms / 1000);
      },
    }),
  );
}
