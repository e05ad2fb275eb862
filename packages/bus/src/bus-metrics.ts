import { Counter, type Registry } from "@fleet/runtime";

/** What the bus counts; one set per registry, however many buses share it. */
export interface BusMetrics {
  readonly appended: Counter;
  readonly appendFailures: Counter;
  readonly consumed: Counter;
  readonly poison: Counter;
  readonly faults: Counter;
  readonly fenced: Counter;
  readonly lost: Counter;
}

/** Registers the counters of the bus, or finds those registered before. */
export function busMetrics(registry: Registry): BusMetrics {
  const counter = (name: string, help: string, labelNames: string[]): Counter => {
    const known = registry.getSingleMetric(name);
    return known instanceof Counter ? known : new Counter({ name, help, labelNames, registers: [registry] });
  };
  const consumer = ["topic", "group"];
  return {
    appended: counter("bus_appended_records_total", "Records made durable.", ["topic"]),
    appendFailures: counter("bus_append_failed_records_total", "Records refused: they may not be durable.", [
      "topic",
    ]),
    consumed: counter("bus_consumed_records_total", "Records whose effects were committed.", consumer),
    poison: counter("bus_poison_records_total", "Records that could not be decoded.", consumer),
    faults: counter(
      "bus_consumer_faults_total",
      "Times that work on a partition failed and began again.",
      consumer,
    ),
    fenced: counter("bus_fenced_total", "Commits refused since another member owns the partition.", consumer),
    lost: counter(
      "bus_lost_records_total",
      "Records that went by age before the group had handled them.",
      consumer,
    ),
  };
}
