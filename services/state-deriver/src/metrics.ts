import { Counter, Gauge, Histogram, type Registry } from "@fleet/runtime";

export type DeriverMetrics = ReturnType<typeof createDeriverMetrics>;

export function createDeriverMetrics(registry: Registry) {
  const registers = [registry];
  return {
    fixes: new Counter({
      name: "deriver_fixes_total",
      help: "Fixes taken from the bus, by what became of them.",
      labelNames: ["outcome"] as const,
      registers,
    }),
    refolded: new Counter({
      name: "deriver_refolded_fixes_total",
      help: "Stored fixes folded again because of late ones.",
      registers,
    }),
    poison: new Counter({
      name: "deriver_dead_letters_total",
      help: "Records handed to the dead letters.",
      registers,
    }),
    events: new Counter({
      name: "deriver_events_total",
      help: "Events raised, by type.",
      labelNames: ["type"] as const,
      registers,
    }),
    batchSeconds: new Histogram({
      name: "deriver_batch_seconds",
      help: "From taking a batch to its commit.",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    lagSeconds: new Gauge({
      name: "deriver_lag_seconds",
      help: "Age of the last committed record on the bus, by partition.",
      labelNames: ["partition"] as const,
      registers,
    }),
    relayed: new Counter({
      name: "deriver_outbox_published_total",
      help: "Events published from the outbox.",
      registers,
    }),
  };
}
