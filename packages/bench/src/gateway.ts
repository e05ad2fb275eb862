import { findKafka } from "@fleet/local-stack";

import { CrowdTracker } from "./crowd-tracker.ts";
import { openGatewayStage, type BusKind, type GatewayProcess } from "./gateway-stage.ts";
import { median, round, type Benchmark } from "./harness.ts";
import { startBareServer } from "./system-under-test.ts";
import { drivingFrames, streamEncoder } from "./tracker-load.ts";

const rounds = 7;
const roundMs = 1500;
/** Until then the engines still optimise, and the first workload would look slower than the last. */
const warmUpMs = 4000;
/** A broker's engine takes that long: its compiler would have more of the processors than the broker. */
const busWarmUpMs = 20_000;
const trackers = 300;
/** Frames of each tracker, sent over and over. */
const framesPerTracker = 20;
const startMs = Date.UTC(2026, 2, 1, 12);
const protocols = ["teltonika", "gt06", "h02"];
const workloads = [
  { name: "teltonika_1", protocol: "teltonika", fixesPerFrame: 1 },
  { name: "teltonika_20", protocol: "teltonika", fixesPerFrame: 20 },
  { name: "gt06", protocol: "gt06", fixesPerFrame: 1 },
  { name: "h02", protocol: "h02", fixesPerFrame: 1 },
] as const;
/** What is summed up in `ratio`. */
const headline = "teltonika_1_postgres";

type Workload = (typeof workloads)[number];

/** Trackers that each wait for their answer, at one gateway process and at a bare server in turn. */
export const gateway: Benchmark = {
  name: "gateway",
  about: "durable, acknowledged fixes through one gateway on each bus, against a bare TCP server",
  async run(report) {
    const kafka = await findKafka();
    const buses: BusKind[] = "unavailable" in kafka ? ["postgres"] : ["postgres", "kafka"];
    report("starting the stores");
    const stage = await openGatewayStage({ buses, devices: trackers });
    const figures: Record<string, number> = {};
    try {
      const gateways = new Map<BusKind, GatewayProcess>();
      for (const bus of buses) {
        const started = await stage.startGateway(bus, protocols);
        gateways.set(bus, started);
        report(`warming up on ${bus}`);
        const port = started.ports.get(workloads[0].protocol) ?? 0;
        const crowd = await openCrowd(workloads[0], port, stage.uniqueIds);
        await crowd.rate(busWarmUpMs);
        crowd.close();
      }
      for (const workload of workloads) {
        report(workload.name);
        Object.assign(figures, await measure(workload, stage.uniqueIds, gateways));
      }
      return { ratio: figures[`${headline}_ratio`] ?? Number.NaN, trackers, ...figures };
    } finally {
      await stage.stop();
    }
  },
};

async function measure(
  { name, protocol, fixesPerFrame }: Workload,
  uniqueIds: readonly string[],
  gateways: ReadonlyMap<BusKind, GatewayProcess>,
): Promise<Record<string, number>> {
  const bare = await startBareServer(protocol);
  const crowds = new Map<string, Crowd>();
  const figures: Record<string, number> = {};
  try {
    const open = (port: number) => openCrowd({ protocol, fixesPerFrame }, port, uniqueIds);
    const reference = await open(bare.port);
    crowds.set("bare", reference);
    for (const [bus, { ports }] of gateways) crowds.set(bus, await open(ports.get(protocol) ?? 0));
    for (const crowd of crowds.values()) await crowd.rate(warmUpMs);
    const rates = new Map([...crowds.keys()].map((key): [string, number[]] => [key, []]));
    const cpuMicros = new Map([...crowds.keys()].map((key): [string, number[]] => [key, []]));
    const processes = new Map<string, Pick<GatewayProcess, "use">>([["bare", bare], ...gateways]);
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const [key, crowd] of crowds) {
        const process = processes.get(key);
        await process?.use();
        const { perSecond, frames } = await crowd.rate(roundMs);
        rates.get(key)?.push(perSecond);
        if (process !== undefined) cpuMicros.get(key)?.push(((await process.use()).cpuMs * 1000) / frames);
      }
    }
    const bareRates = rates.get("bare") ?? [];
    figures[`${name}_bare_fixes_per_s`] = round(median(bareRates) * fixesPerFrame, 0);
    figures[`${name}_bare_cpu_us_per_frame`] = round(median(cpuMicros.get("bare") ?? []), 1);
    for (const bus of gateways.keys()) {
      const own = rates.get(bus) ?? [];
      figures[`${name}_${bus}_ratio`] = round(median(own.map((rate, i) => rate / (bareRates[i] ?? NaN))), 3);
      figures[`${name}_${bus}_fixes_per_s`] = round(median(own) * fixesPerFrame, 0);
      figures[`${name}_${bus}_cpu_us_per_frame`] = round(median(cpuMicros.get(bus) ?? []), 1);
    }
    return figures;
  } finally {
    for (const crowd of crowds.values()) crowd.close();
    await bare.stop();
  }
}

/** Trackers that have connected and wait for the start. */
interface Crowd {
  /** Has all send for a time, each one frame after the other's answer; the frames acknowledged, and per second. */
  rate(forMs: number): Promise<{ perSecond: number; frames: number }>;
  close(): void;
}

async function openCrowd(
  { protocol, fixesPerFrame }: Omit<Workload, "name">,
  port: number,
  uniqueIds: readonly string[],
): Promise<Crowd> {
  const encoder = streamEncoder(protocol);
  const members = await Promise.all(
    uniqueIds.map(async (uniqueId, vehicle) => {
      const pace = { startMs, framesPerTracker, fixesPerFrame };
      const frames = drivingFrames(encoder, { uniqueId, tracker: vehicle, ...pace });
      const address = { port, uniqueId, localAddress: "127.0.0.1" };
      return { frames, tracker: await CrowdTracker.open(encoder, address, frames[0] ?? new Uint8Array()) };
    }),
  );
  return {
    async rate(forMs) {
      const startedMs = performance.now();
      let frames = 0;
      const sending = members.map(
        (member) =>
          new Promise<void>((resolve) => {
            let next = 0;
            const send = (): void => {
              if (performance.now() - startedMs >= forMs) return resolve();
              member.tracker.send(member.frames[next++ % framesPerTracker] ?? new Uint8Array(), () => {
                frames += 1;
                send();
              });
            };
            send();
          }),
      );
      await Promise.all(sending);
      return { frames, perSecond: (frames * 1000) / (performance.now() - startedMs) };
    },
    close() {
      for (const { tracker } of members) tracker.close();
    },
  };
}
