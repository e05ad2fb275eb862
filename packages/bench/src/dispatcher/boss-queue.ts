import { openDatabase, type Database, type Executor } from "@fleet/postgres";
import { PgBoss } from "pg-boss";

import { body, type SignedPosts } from "./references.ts";

/** A queue of pg-boss whose workers post, one job a delivery, each with a result of its own. */
export interface BossQueue {
  /** Inserts so many jobs and gives how many were done a second until none was left. */
  postsPerSecond(urls: readonly string[], count: number): Promise<number>;
  stop(): Promise<void>;
}

export interface BossQueueOptions {
  readonly databaseUrl: string;
  readonly posts: SignedPosts;
  readonly name: string;
  /**
   * Whether events and attempts are stored beside the jobs, in tables like the dispatcher's: what a sender needs that
   * shows its customers a delivery log and sends an event again on demand.
   */
  readonly logging: boolean;
  readonly workers: keyof typeof workers;
}

const workers = {
  /**
   * As fast as pg-boss was seen here: large batches, workers that are called by NOTIFY and go on while batches are full.
   * A batch ends with its slowest receiver, so that one that hangs holds up all that share a batch with it.
   */
  batches: { batchSize: 100, localConcurrency: 16, burstWhenBatchFull: true },
  /**
   * A receiver that hangs holds up its own job alone. A worker looks for the next each half second, and many of them
   * take turns: it goes on at once only with batches, or by a count of what is left that is a minute old.
   */
  singly: { batchSize: 1, localConcurrency: 256 },
} as const;

interface Job {
  readonly url: string;
  readonly webhookId: number;
  readonly eventId: string;
  readonly body: string;
}

/** One of `Job` that has been posted. */
interface Attempt extends Job {
  readonly durationMs: number;
}

const jobsPerInsert = 500;

/** Starts the queue and its workers in this process. */
export async function openBossQueue(options: BossQueueOptions): Promise<BossQueue> {
  const { databaseUrl, posts, name, logging } = options;
  const isCalled = options.workers === "batches";
  const database = openDatabase({ url: databaseUrl, applicationName: "pg-boss's user" });
  const boss = new PgBoss({
    connectionString: databaseUrl,
    supervise: false,
    schedule: false,
    useListenNotify: isCalled,
  });
  boss.on("error", (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(name, { notify: isCalled });
  if (logging) await createLog(database);
  let left = 0;
  let done = Promise.withResolvers<void>();
  const working = { ...workers[options.workers], pollingIntervalSeconds: 0.5, perJobResults: true } as const;
  await boss.work<Job, void, typeof working>(name, working, async (jobs) => {
    const attempts = await Promise.all(jobs.map(({ data }) => attempt(posts, data)));
    if (logging) await logAttempts(database, attempts);
    left -= jobs.length;
    if (left === 0) done.resolve();
    return jobs.map(({ id }) => ({ id, status: "completed" }));
  });

  async function insert(jobs: readonly Job[]): Promise<void> {
    await database.transaction(async (tx) => {
      if (logging) await logEvents(tx, jobs);
      const executeSql = (text: string, values?: unknown[]) => tx.$client.query(text, values);
      await boss.insert(
        name,
        jobs.map((data) => ({ data })),
        { db: { executeSql } },
      );
    });
  }

  let rounds = 0;
  return {
    async postsPerSecond(urls, count) {
      rounds += 1;
      left = count;
      done = Promise.withResolvers();
      const jobs = Array.from({ length: count }, (_, n) => {
        const webhookId = n % urls.length;
        // As with the dispatcher, each event goes to two webhooks.
        return { url: urls[webhookId] ?? "", webhookId, eventId: `${name}-${rounds}-${n >> 1}`, body };
      });
      const startedMs = performance.now();
      for (let at = 0; at < count; at += jobsPerInsert) await insert(jobs.slice(at, at + jobsPerInsert));
      await done.promise;
      return (count * 1000) / (performance.now() - startedMs);
    },
    async stop() {
      await boss.stop({ graceful: false });
      await database.stop();
    },
  };
}

async function attempt(posts: SignedPosts, job: Job): Promise<Attempt> {
  const startedMs = performance.now();
  await posts.post(job.url);
  return { ...job, durationMs: Math.round(performance.now() - startedMs) };
}

async function createLog({ db }: Database): Promise<void> {
  await db.execute(`
    CREATE TABLE IF NOT EXISTS boss_events (LIKE events INCLUDING ALL);
    CREATE TABLE IF NOT EXISTS boss_attempts (LIKE delivery_attempts INCLUDING ALL)`);
}

async function logEvents({ $client }: Executor, jobs: readonly Job[]): Promise<void> {
  const eventIds = [...new Set(jobs.map(({ eventId }) => eventId))];
  await $client.query(
    `INSERT INTO boss_events (id, organisation_id, type, created_at, body)
      SELECT id, 1, 'trip.ended', now(), $2 FROM unnest($1::text[]) AS id ON CONFLICT (id) DO NOTHING`,
    [eventIds, body],
  );
}

async function logAttempts({ db }: Database, attempts: readonly Attempt[]): Promise<void> {
  await db.$client.query(
    `INSERT INTO boss_attempts
        (webhook_id, event_id, event_type, attempt, status, response_status, duration_ms, attempted_at)
      SELECT webhook_id, event_id, 'trip.ended', 1, 'succeeded', 204, duration_ms, now()
      FROM unnest($1::int[], $2::text[], $3::int[]) AS attempted (webhook_id, event_id, duration_ms)`,
    [
      attempts.map(({ webhookId }) => webhookId),
      attempts.map(({ eventId }) => eventId),
      attempts.map(({ durationMs }) => durationMs),
    ],
  );
}
