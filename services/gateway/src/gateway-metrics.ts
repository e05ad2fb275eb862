import { Counter, Gauge, Histogram, type Registry } from "@fleet/runtime";

/** What the gateway counts. Reasons are a closed set of names, so that labels stay few. */
export function createGatewayMetrics(registry: Registry, unansweredBytes: () => number) {
  const registers = [registry];
  return {
    connections: new Gauge({
      name: "gateway_connections",
      help: "Open tracker connections.",
      labelNames: ["protocol"],
      registers,
    }),
    connectionsMax: new Gauge({
      name: "gateway_connections_max",
      help: "Open connections at which more are turned away.",
      registers,
    }),
    appendSeconds: new Histogram({
      name: "gateway_append_seconds",
      help: "From decoded fixes to their being durable on the bus, for which a tracker waits.",
      labelNames: ["protocol"],
      buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    unansweredBytes: new Gauge({
      name: "gateway_unanswered_bytes",
      help: "Bytes that were read and whose answer waits for the bus.",
      registers,
      collect() {
        this.set(unansweredBytes());
      },
    }),
    refusedConnections: new Counter({
      name: "gateway_connections_refused_total",
      help: "Connections turned away or cut, by reason.",
      labelNames: ["protocol", "reason"],
      registers,
    }),
    refusedFrames: new Counter({
      name: "gateway_frames_refused_total",
      help: "Frames that were not taken in, by reason.",
      labelNames: ["protocol", "reason"],
      registers,
    }),
    slowed: new Counter({
      name: "gateway_connections_slowed_total",
      help: "Times that a device sent more frames than its share and was read no further for a while.",
      labelNames: ["protocol"],
      registers,
    }),
    fixes: new Counter({
      name: "gateway_fixes_total",
      help: "Fixes by what became of them: appended, or the reason for leaving them out.",
      labelNames: ["protocol", "outcome"],
      registers,
    }),
    signsOfLife: new Counter({
      name: "gateway_signs_of_life_total",
      help: "Signs of life beyond fixes: appended, or failed to be.",
      labelNames: ["protocol", "outcome"],
      registers,
    }),
    impossible: new Counter({
      name: "gateway_fix_values_left_out_total",
      help: "Values left out of fixes because they cannot be, by what they should have been.",
      labelNames: ["protocol", "value"],
      registers,
    }),
  };
}

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;

/**
 * Counts for a protocol under labels that stay the same. The counter of each is found once: finding it anew for every
 * frame took longer than counting.
 */
export function countOf(counter: Counter, labels: Readonly<Record<string, string>>) {
  const ofProtocol = new Map<string, Counter.Internal>();
  return (protocol: string, count: number): void => {
    let child = ofProtocol.get(protocol);
    if (child === undefined) ofProtocol.set(protocol, (child = counter.labels({ protocol, ...labels })));
    child.inc(count);
  };
}

/** Measures for a protocol, in the same manner; answers what is to be called at the end. */
export function timerOf(histogram: Histogram) {
  const ofProtocol = new Map<string, Histogram.Internal<string>>();
  return (protocol: string): (() => void) => {
    let child = ofProtocol.get(protocol);
    if (child === undefined) ofProtocol.set(protocol, (child = histogram.labels({ protocol })));
    const durations = child;
    const begunAt = performance.now();
    return () => durations.observe((performance.now() - begunAt) / 1000);
  };
}
