import { createHmac } from "node:crypto";

import { PgBoss } from "pg-boss";
import { Pool } from "undici";

const body = JSON.stringify({ type: "trip.ended", data: "x".repeat(560) });

export interface SignedPosts {
  /** Posts once, signed; resolves once the answer is read. */
  post(url: string): Promise<void>;
  stop(): Promise<void>;
}

/** Signed posts by the client and the settings that the dispatcher uses, and nothing else of it. */
export function openSignedPosts(ca: string): SignedPosts {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string) => {
    const pool = pools.get(origin) ?? new Pool(origin, { pipelining: 1, allowH2: true, connect: { ca } });
    pools.set(origin, pool);
    return pool;
  };
  return {
    async post(url) {
      const { origin, pathname } = new URL(url);
      const t = Math.floor(Date.now() / 1000);
      const v1 = createHmac("sha256", "whsec_bench").update(`${t}.${body}`).digest("hex");
      const headers = {
        "content-type": "application/json",
        "user-agent": "bench",
        "x-gps-event": "trip.ended",
        "x-gps-delivery": "1",
        "x-gps-signature": `t=${t},v1=${v1}`,
      };
      const signal = AbortSignal.timeout(60_000);
      const answer = await poolOf(origin).request({ path: pathname, method: "POST", headers, body, signal });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`);
    },
    async stop() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** So many posts, one at a time to each receiver and to all of them at once, with no store. Gives posts a second. */
export async function barePostsPerSecond(
  posts: SignedPosts,
  urls: readonly string[],
  count: number,
): Promise<number> {
  const lane = async (url: string) => {
    for (let n = 0; n < count / urls.length; n += 1) await posts.post(url);
  };
  const startedMs = performance.now();
  await Promise.all(urls.map(lane));
  return (count * 1000) / (performance.now() - startedMs);
}

const queue = "deliveries";

/** A queue of pg-boss whose workers post, one job a delivery, each with an outcome of its own. */
export interface BossQueue {
  /** Inserts so many jobs and gives how many were done a second until none was left. */
  postsPerSecond(urls: readonly string[], count: number): Promise<number>;
  stop(): Promise<void>;
}

/** In batches large enough that its polls, twice a second at most, are not what is measured. */
export async function openBossQueue(databaseUrl: string, posts: SignedPosts): Promise<BossQueue> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  boss.on("error", (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(queue);
  let left = 0;
  let done = Promise.withResolvers<void>();
  const options = {
    batchSize: 100,
    localConcurrency: 16,
    pollingIntervalSeconds: 0.5,
    perJobResults: true,
  } as const;
  await boss.work<{ url: string; body: string }, void, typeof options>(queue, options, async (jobs) => {
    await Promise.all(jobs.map((job) => posts.post(job.data.url)));
    left -= jobs.length;
    if (left === 0) done.resolve();
    return jobs.map(({ id }) => ({ id, status: "completed" }));
  });
  return {
    async postsPerSecond(urls, count) {
      left = count;
      done = Promise.withResolvers();
      const jobs = Array.from({ length: count }, (_, n) => ({ data: { url: urls[n % urls.length], body } }));
      const startedMs = performance.now();
      for (let at = 0; at < count; at += 500) await boss.insert(queue, jobs.slice(at, at + 500));
      await done.promise;
      return (count * 1000) / (performance.now() - startedMs);
    },
    stop: () => boss.stop({ graceful: false }),
  };
}
