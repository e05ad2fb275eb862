import type { BusOptions } from "@fleet/bus";
import { createLogger, type Registry } from "@fleet/runtime";

export const busKinds = ["postgres", "kafka"] as const;
export type BusKind = (typeof busKinds)[number];

/** Leases as short as they may be, so that a killed member's partitions come free soon. */
export function faultBus(
  stores: { kind: BusKind; brokers: readonly string[]; databaseUrl: string },
  metrics: Registry,
): BusOptions {
  const shared = {
    databaseUrl: stores.databaseUrl,
    applicationName: "fault-test",
    logger: createLogger("fault-test", process.env["LOG_LEVEL"] ?? "silent"),
    metrics,
    appendBytesMax: 16 * 1024 * 1024,
  };
  return stores.kind === "kafka"
    ? { kind: "kafka", brokers: stores.brokers, leaseMs: 6000, ...shared }
    : { kind: "postgres", leaseMs: 2000, ...shared };
}
