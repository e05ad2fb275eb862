import { setTimeout as delay } from "node:timers/promises";

import {
  barePostsPerSecond,
  openBossQueue,
  openSignedPosts,
  type SignedPosts,
} from "./dispatcher/references.ts";
import { openDispatcherStage, type DispatcherStage } from "./dispatcher/stage.ts";
import { median, quantile, round, type Benchmark } from "./harness.ts";

const receivers = 100;
const rounds = 3;
const deliveriesPerRound = 3000;
const windows = 3;
const windowSeconds = 6;
const pacedPerSecond = 200;
const ticksPerSecond = 20;

/** Events from the bus until their signed posts are answered and stored. */
export const dispatcher: Benchmark = {
  name: "dispatcher",
  about: "events from the bus to 100 TLS receivers, stored, against bare signed posts and against pg-boss",
  async run(report) {
    report("starting Postgres and the receivers");
    const stage = await openDispatcherStage(receivers);
    const posts = openSignedPosts(stage.ca);
    const sending = await stage.startDispatcher();
    try {
      const rates = await measureRates(stage, posts, report);
      const { well, beside } = await measureLatencies(stage, report);
      const byRound = (reference: readonly number[]) =>
        round(median(rates.dispatcher.map((rate, index) => rate / (reference[index] ?? Number.NaN))), 3);
      return {
        ratio: byRound(rates.bare),
        vs_pg_boss: byRound(rates.boss),
        deliveries_per_s: round(median(rates.dispatcher), 0),
        bare_posts_per_s: round(median(rates.bare), 0),
        pg_boss_per_s: round(median(rates.boss), 0),
        latency_p50_ms: round(quantile(well, 0.5), 1),
        latency_p95_ms: round(quantile(well, 0.95), 1),
        latency_p99_ms: round(quantile(well, 0.99), 1),
        black_hole_p99_ms: round(quantile(beside, 0.99), 1),
        black_hole_p99_growth: round(quantile(beside, 0.99) / quantile(well, 0.99), 2),
      };
    } finally {
      await sending.stop();
      await posts.stop();
      await stage.stop();
    }
  },
};

/** Bare posts, the dispatcher and pg-boss in turn, in deliveries a second. */
async function measureRates(stage: DispatcherStage, posts: SignedPosts, report: (text: string) => void) {
  const boss = await openBossQueue(stage.databaseUrl, posts);
  try {
    report("warming up");
    await barePostsPerSecond(posts, stage.urls, receivers * 4);
    // Until it has made its connections, up to 8 to each receiver.
    await dispatcherPerSecond(stage, "warm", receivers * 60);
    const rates = { dispatcher: [0].slice(1), bare: [0].slice(1), boss: [0].slice(1) };
    for (let index = 0; index < rounds; index += 1) {
      report(`round ${index + 1} of ${rounds}`);
      rates.bare.push(await barePostsPerSecond(posts, stage.urls, deliveriesPerRound));
      rates.dispatcher.push(await dispatcherPerSecond(stage, `r${index}`, deliveriesPerRound));
      rates.boss.push(await boss.postsPerSecond(stage.urls, deliveriesPerRound));
      const each = Object.entries(rates).map(
        ([subject, known]) => `${subject} ${round(known.at(-1) ?? 0, 0)}/s`,
      );
      report(each.join(", "));
    }
    return rates;
  } finally {
    // Its workers would go on polling beside what is measured next.
    await boss.stop();
  }
}

/**
 * Milliseconds to the healthy receivers, in windows in turn without and beside one that never answers: what else
 * happens on the machine falls on both alike.
 */
async function measureLatencies(stage: DispatcherStage, report: (text: string) => void) {
  const well: number[] = [];
  const beside: number[] = [];
  for (let index = 0; index < windows; index += 1) {
    report(`latency, window ${index + 1} of ${windows}`);
    well.push(...(await pacedLatencies(stage, `well${index}`)));
    stage.setHole(true);
    beside.push(...(await pacedLatencies(stage, `hole${index}`)));
    stage.setHole(false);
    await stage.delivered();
  }
  return { well, beside };
}

async function dispatcherPerSecond(stage: DispatcherStage, name: string, count: number): Promise<number> {
  const startedMs = performance.now();
  await stage.emit(count, name);
  await stage.delivered();
  return (count * 1000) / (performance.now() - startedMs);
}

/** Milliseconds from each event's creation, right before it is appended, to its post's arrival at a healthy receiver. */
async function pacedLatencies(stage: DispatcherStage, name: string): Promise<readonly number[]> {
  await stage.report();
  const startedMs = performance.now();
  for (let tick = 0; tick < windowSeconds * ticksPerSecond; tick += 1) {
    await delay(Math.max(0, startedMs + (tick * 1000) / ticksPerSecond - performance.now()));
    await stage.emit(pacedPerSecond / ticksPerSecond, name);
  }
  await delay(1000);
  return (await stage.report()).latenciesMs;
}
