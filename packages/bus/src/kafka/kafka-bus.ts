import { onceDone } from "@fleet/runtime";
import kafkajs from "kafkajs";

import { createAppender, type OutgoingRecord } from "../appender.ts";
import type { Bus, ConsumeOptions, Consumer, Topic, TopicShape } from "../bus.ts";
import { openBusDatabase } from "../bus-database.ts";
import { busMetrics } from "../bus-metrics.ts";
import type { KafkaBusOptions } from "../bus-options.ts";
import { compressFromBytes } from "../compression.ts";
import { connectKafka } from "./kafka-cluster.ts";
import { consumeFromKafka } from "./kafka-consumer.ts";

const { CompressionTypes, Partitioners } = kafkajs;

const checkWithinMs = 3000;
/** What is not acknowledged by then is refused, and its senders send it again. */
const stopWithinMs = 5000;
const allReplicas = -1;

/** The bus on Kafka; cursors and claims are in Postgres. Connects on first use. */
export function createKafkaBus(options: KafkaBusOptions): Bus {
  const { logger, leaseMs = 10_000 } = options;
  const metrics = busMetrics(options.metrics);
  const cluster = connectKafka(options, options.applicationName, logger);
  const database = openBusDatabase(options);
  const producer = cluster.kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    retry: { initialRetryTime: 100, maxRetryTime: 1000, retries: 3 },
  });
  const connect = onceDone(() => producer.connect());
  const appender = createAppender({ appendBytesMax: options.appendBytesMax, metrics, logger, send });
  const consumers = new Set<Consumer>();

  async function send<T>(topic: Topic<T>, records: readonly OutgoingRecord[]): Promise<void> {
    await cluster.ensureTopic(topic);
    await connect();
    const bytes = records.reduce((sum, record) => sum + record.bytes.length, 0);
    const batches = new Set(records.map(({ partition }) => partition)).size;
    const answers = await cluster.rights.need(`Write on the topic ${topic.name}`, () =>
      producer.send({
        topic: topic.name,
        acks: allReplicas,
        timeout: 10_000,
        compression: bytes < compressFromBytes * batches ? CompressionTypes.None : CompressionTypes.LZ4,
        messages: records.map(({ partition, key, bytes: value, traceContext }) => ({
          partition,
          key,
          value,
          ...(traceContext === undefined ? {} : { headers: { traceparent: traceContext } }),
        })),
      }),
    );
    // The client leaves out without a word what is of a partition that it does not know, and what it has to send again to
    // a broker that has answered for other partitions: one that became the leader when the former one failed.
    const taken = new Set(answers.map(({ partition }) => partition)).size;
    if (taken < batches) throw new Error(`Kafka took ${taken} of ${batches} partitions of ${topic.name}`);
  }

  function consume<T>(consumeOptions: ConsumeOptions<T>): Consumer {
    const consumer = consumeFromKafka({
      cluster,
      consume: consumeOptions,
      database,
      leaseMs,
      logger,
      metrics,
    });
    consumers.add(consumer);
    return consumer;
  }

  async function check(topics: readonly TopicShape[] = []): Promise<string | null> {
    const late = new Promise<string>((resolve) => {
      setTimeout(() => resolve(`kafka: no answer within ${checkWithinMs} ms`), checkWithinMs).unref();
    });
    const told = (reason: string) => `kafka: ${reason}`;
    const ask = async (): Promise<string | null> => {
      await cluster.probe();
      for (const topic of topics) await cluster.ensureTopic(topic);
      const reason = cluster.rights.told() ?? appender.refusal();
      return reason === null ? null : told(reason);
    };
    const answer = ask().catch((error: unknown) =>
      told(error instanceof Error ? error.message : String(error)),
    );
    return Promise.race([answer, late]);
  }

  async function stop(): Promise<void> {
    await Promise.all([...consumers].map((consumer) => consumer.stop()));
    await cluster.stop(
      appender.stop().then(() => producer.disconnect()),
      stopWithinMs,
    );
    await database.stop();
  }

  let stopping: Promise<void> | undefined;
  return {
    append: appender.append,
    consume,
    check,
    stop: () => (stopping ??= stop()),
  };
}
