import { createHmac } from "node:crypto";

import { Pool } from "undici";

/** As long as an event of the stage. */
export const body = JSON.stringify({ type: "trip.ended", data: "x".repeat(560) });

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
