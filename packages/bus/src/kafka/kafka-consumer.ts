import { setTimeout as delay } from "node:timers/promises";

import type { Database } from "@fleet/postgres";
import type { Logger } from "@fleet/runtime";
import type { Consumer as KafkaConsumer, ConsumerConfig, EachBatchPayload } from "kafkajs";

import type { Consumer, ConsumeOptions } from "../bus.ts";
import type { BusMetrics } from "../bus-metrics.ts";
import { createGate } from "../gate.ts";
import { batchRecordsMaxUsual, runPartition, type PartitionLoop } from "../partition-loop.ts";
import type { KafkaCluster } from "./kafka-cluster.ts";
import { refusalIn } from "./missing-rights.ts";
import { createPartitionQueue, type PartitionQueue } from "./partition-queue.ts";

const rejoinPauseMs = 1000;
const fetchWaitMs = 250;
const fetchBytesMax = 256 * 1024;
/** More than a rebalance takes among members that answer. */
const leaveWithinMs = 5000;

export interface KafkaConsumerOptions<T> {
  readonly cluster: KafkaCluster;
  readonly consume: ConsumeOptions<T>;
  readonly database: Database;
  readonly leaseMs: number;
  readonly logger: Logger;
  readonly metrics: BusMetrics;
}

/**
 * A member of a Kafka consumer group. Kafka says who works which partition; who may commit, and from where, say the
 * claims. With each generation of the group every partition is let go, and those assigned are claimed anew.
 */
export function consumeFromKafka<T>(options: KafkaConsumerOptions<T>): Consumer {
  const { cluster, consume, database, leaseMs, metrics } = options;
  const { topic, group, batchRecordsMax = batchRecordsMaxUsual, batchesAtOnceMax = Infinity } = consume;
  const gate = createGate(batchesAtOnceMax);
  const logger = options.logger.child({ topic: topic.name, group });
  const stopping = new AbortController();
  const rights = {
    topic: `Read on the topic ${topic.name}`,
    group: `Read on the group ${groupIdOf(group, topic.name)}`,
  };
  const working = new Map<number, { readonly loop: PartitionLoop; readonly queue: PartitionQueue }>();
  const leaving = new Map<number, Promise<void>>();
  let aliveAtMs = 0;

  /** Lets go of every partition; the batches in hand are finished meanwhile. */
  function release(): void {
    for (const [partition, { loop, queue }] of working) {
      queue.close();
      // A loop begins when its predecessor has ended: the latest to leave stands for all.
      leaving.set(partition, loop.stop());
    }
    working.clear();
  }

  function assign(member: KafkaConsumer, clusterId: string, partitions: readonly number[]): void {
    release();
    // Nothing is fetched before a queue says from where.
    member.pause([{ topic: topic.name, partitions: [...partitions] }]);
    for (const partition of partitions) {
      if (partition >= topic.partitions || stopping.signal.aborted) continue;
      const place = [{ topic: topic.name, partitions: [partition] }];
      const queue = createPartitionQueue(
        {
          seek: (offset) => member.seek({ topic: topic.name, partition, offset: String(offset) }),
          pause: () => member.pause(place),
          resume: () => member.resume(place),
          async bounds(maxAgeMs) {
            const bounds = (await cluster.bounds(topic.name, maxAgeMs)).get(partition);
            if (bounds === undefined) throw new Error(`Kafka names no bounds of partition ${partition}`);
            return bounds;
          },
        },
        batchRecordsMax,
      );
      const loop = runPartition({
        consume,
        partition,
        // A cursor must not outlive its cluster.
        logName: `${topic.name}@${clusterId}`,
        reader: queue,
        gate,
        owned: () => Promise.resolve(performance.now() - aliveAtMs < leaseMs),
        after: leaving.get(partition),
        database,
        logger: options.logger,
        metrics,
      });
      working.set(partition, { loop, queue });
    }
  }

  function take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const place = working.get(batch.partition);
    // Not resolved, it would be fetched again and again. Whoever works the partition next lets it go on.
    if (place === undefined) payload.pause();
    if (place !== undefined && !payload.isStale()) {
      place.queue.push(batch.messages, batch.highWatermark);
      payload.resolveOffset(batch.lastOffset());
      place.loop.wake();
    }
    return Promise.resolve();
  }

  /** A membership, until it fails or the consumer stops. */
  async function takePart(): Promise<void> {
    const { kafka, sockets } = cluster.separate();
    const member = kafka.consumer(memberConfig(group, topic.name, leaseMs));
    const over = Promise.withResolvers<void>();
    const alive = () => void (aliveAtMs = performance.now());
    member.on(member.events.HEARTBEAT, alive);
    member.on(member.events.FETCH, () => cluster.rights.had(rights.topic));
    member.on(member.events.REBALANCING, release);
    member.on(member.events.CRASH, ({ payload }) => over.reject(payload.error));
    const stop = () => over.resolve();
    stopping.signal.addEventListener("abort", stop);

    /** Resolves with the first generation of the group. */
    async function join(): Promise<void> {
      await cluster.ensureTopic(topic);
      const clusterId = await cluster.clusterId();
      member.on(member.events.GROUP_JOIN, ({ payload }) => {
        alive();
        cluster.rights.had(rights.group);
        assign(member, clusterId, payload.memberAssignment[topic.name] ?? []);
      });
      if (!stopping.signal.aborted) await member.connect();
      if (!stopping.signal.aborted) await member.subscribe({ topics: [topic.name], fromBeginning: true });
      if (stopping.signal.aborted) return;
      await member.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: take });
    }

    const joining = join();
    joining.catch(over.reject);
    try {
      await over.promise;
    } finally {
      // The signal outlives the member, and would keep it.
      stopping.signal.removeEventListener("abort", stop);
      release();
      // The group learns of our leaving when nothing of ours is in hand any more.
      await Promise.all(leaving.values());
      // The client cannot leave before its join is through: it would come to life again afterwards.
      const left = joining.catch(() => undefined).then(() => member.disconnect());
      if (!(await sockets.endWithin(leaveWithinMs, left)))
        logger.warn({ leaveWithinMs }, "the group did not let go of us; it will find us gone");
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await takePart();
      } catch (error) {
        const kind = refusalIn(error);
        const refused = kind === undefined ? undefined : cluster.rights.note(rights[kind], error);
        logger.warn({ err: refused ?? error }, "the consumer group cannot be reached; joining again");
        await delay(rejoinPauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const running = run();
  return {
    get partitions() {
      return [...working.keys()].sort((a, b) => a - b);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** One group per topic: the client's assigner cannot tell members of different topics apart. */
function groupIdOf(group: string, topic: string): string {
  return `${group}.${topic}`;
}

function memberConfig(group: string, topic: string, leaseMs: number): ConsumerConfig {
  return {
    groupId: groupIdOf(group, topic),
    sessionTimeout: leaseMs,
    heartbeatInterval: Math.floor(leaseMs / 6),
    maxWaitTimeInMs: fetchWaitMs,
    maxBytesPerPartition: fetchBytesMax,
    allowAutoTopicCreation: false,
    // A member that failed is replaced by a new one.
    retry: {
      initialRetryTime: 100,
      maxRetryTime: 2000,
      retries: 5,
      restartOnFailure: () => Promise.resolve(false),
    },
  };
}
