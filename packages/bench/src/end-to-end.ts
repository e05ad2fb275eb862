import { setTimeout as delay } from "node:timers/promises";

import { openClickHouse } from "@fleet/clickhouse";
import { z } from "zod";

import { readStates, visible } from "./live-states.ts";
import { median, quantile, round, type Benchmark } from "./harness.ts";
import {
  createFleet,
  startBareServer,
  startSystem,
  type BenchFleet,
  type System,
} from "./system-under-test.ts";
import { drivingFix, encodeUploads, LoadTracker, sendUploads, streamEncoder } from "./tracker-load.ts";

const rounds = 3;
const trackers = 40;
const framesPerTracker = 250;
const fixesPerFrame = 20;
const fixesPerRound = trackers * framesPerTracker * fixesPerFrame;
const pacedSeconds = 15;
const pacedIntervalMs = 250;
/** The first moments of a process, with code not yet compiled and vehicles not yet known, say little of the rest. */
const warmUpMs = 3000;
/** What the fix times of the latency's measurement span; those of the rounds come after. */
const latencyFixTimesMs = 3_600_000;

/** Fixes over TCP into the whole system, until the last of them shows in `/states`. */
export const endToEnd: Benchmark = {
  name: "end-to-end",
  about: "fixes over TCP into the whole system until the last shows in /states, against a bare TCP server",
  async run(report) {
    report("starting the system");
    const system = await startSystem();
    const bare = await startBareServer("teltonika");
    try {
      const startMs = Math.floor(Date.now() / 1000) * 1000 - 86_400_000;
      const fleet = await createFleet(system.database_url, trackers, new Date(startMs));
      report("measuring the latency of single fixes");
      const latencies = await measureLatencies(system, fleet, startMs);
      const systemRates: number[] = [];
      const bareRates: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        report(`round ${round + 1} of ${rounds}`);
        const roundStartMs = startMs + latencyFixTimesMs + round * framesPerTracker * fixesPerFrame * 1000;
        const uploads = encodeUploads(fleet.uniqueIds, {
          startMs: roundStartMs,
          framesPerTracker,
          fixesPerFrame,
        });
        bareRates.push(await rateOf(() => sendUploads(bare.port, uploads)));
        const lastFixMs = roundStartMs + (framesPerTracker * fixesPerFrame - 1) * 1000;
        systemRates.push(
          await rateOf(async () => {
            await sendUploads(trackerPort(system), uploads);
            await visible(system.api, fleet, lastFixMs);
          }),
        );
      }
      const ratios = systemRates.map((rate, index) => rate / (bareRates[index] ?? Number.NaN));
      return {
        ratio: round(median(ratios), 4),
        fixes_per_s: round(median(systemRates), 0),
        bare_fixes_per_s: round(median(bareRates), 0),
        latency_p50_ms: round(quantile(latencies, 0.5), 1),
        latency_p99_ms: round(quantile(latencies, 0.99), 1),
        latency_fixes_per_s: round((trackers * 1000) / pacedIntervalMs, 0),
        clickhouse_bytes_per_fix: round(await bytesPerFix(system), 2),
        fixes: rounds * fixesPerRound,
      };
    } finally {
      await bare.stop();
      await system.stop();
    }
  },
};

async function rateOf(send: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await send();
  return fixesPerRound / ((performance.now() - startedMs) / 1000);
}

function trackerPort(system: System): number {
  const port = system.trackers["teltonika"];
  if (port === undefined) throw new Error("the system has no Teltonika port");
  return port;
}

/** Each tracker sends one fix at a steady pace; gives the milliseconds from each socket write until it is visible. */
async function measureLatencies(system: System, fleet: BenchFleet, startMs: number): Promise<number[]> {
  const encoder = streamEncoder("teltonika");
  const pending = fleet.vehicleIds.map((): { fixTimeMs: number; writtenMs: number }[] => []);
  const latencies: number[] = [];
  const sent = new AbortController();
  const countFromMs = performance.now() + warmUpMs;

  async function sendSteadily(tracker: number): Promise<void> {
    const uniqueId = fleet.uniqueIds[tracker] ?? "";
    const connection = await LoadTracker.login(encoder, trackerPort(system), uniqueId);
    await delay((tracker / trackers) * pacedIntervalMs);
    for (let fix = 0; fix < (pacedSeconds * 1000) / pacedIntervalMs; fix += 1) {
      const fixTimeMs = startMs + fix * 1000;
      const frame = encoder.encodeFixes(uniqueId, [drivingFix(tracker, fixTimeMs)]);
      pending[tracker]?.push({ fixTimeMs, writtenMs: performance.now() });
      await connection.send(frame);
      await delay(pacedIntervalMs);
    }
    connection.close();
  }

  async function watch(): Promise<void> {
    while (!sent.signal.aborted || pending.some((waiting) => waiting.length > 0)) {
      const states = await readStates(system.api, fleet);
      const seenMs = performance.now();
      for (const [tracker, waiting] of pending.entries()) {
        const fixTimeMs = states.get(fleet.vehicleIds[tracker] ?? 0) ?? 0;
        while (waiting[0] !== undefined && waiting[0].fixTimeMs <= fixTimeMs) {
          if (waiting[0].writtenMs >= countFromMs) latencies.push(seenMs - waiting[0].writtenMs);
          waiting.shift();
        }
      }
      await delay(2);
    }
  }

  const watching = watch();
  await Promise.all(fleet.uniqueIds.map((_id, tracker) => sendSteadily(tracker)));
  sent.abort();
  await watching;
  return latencies;
}

/** Size of the positions in ClickHouse once their parts are merged. */
async function bytesPerFix(system: System): Promise<number> {
  const client = openClickHouse({
    url: system.clickhouse_url,
    application: "bench",
    requestTimeoutMs: 120_000,
  });
  try {
    await client.command({ query: "OPTIMIZE TABLE positions FINAL" });
    const result = await client.query({
      query:
        "SELECT sum(bytes_on_disk) / sum(rows) AS bytes FROM system.parts WHERE active AND table = 'positions' AND database = currentDatabase()",
      format: "JSONEachRow",
    });
    const [row] = z.array(z.object({ bytes: z.number() })).parse(await result.json());
    return row?.bytes ?? Number.NaN;
  } finally {
    await client.close();
  }
}
