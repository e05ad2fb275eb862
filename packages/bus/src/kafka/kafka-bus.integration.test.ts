import { connect } from "node:net";

import { lineTo, testDatabase, testKafka } from "@fleet/testkit";
import kafkajs from "kafkajs";
import { expect, it, onTestFinished } from "vitest";

import { numbered, openStage } from "../testing/stage.ts";

it("a connection on which a request went unanswered is given up, and the next request has a new one", async ({
  skip,
}) => {
  const kafka = await testKafka();
  if ("skipped" in kafka) return skip(kafka.skipped);
  const line = await lineTo(`kafka://${kafka.brokers}`);
  onTestFinished(() => line.stop());
  const { port } = new URL(line.url);
  const admin = new kafkajs.Kafka({
    brokers: [kafka.brokers],
    requestTimeout: 1000,
    retry: { retries: 0 },
    logLevel: kafkajs.logLevel.NOTHING,
    // Whatever the broker says that its address is.
    socketFactory: ({ onConnect }) => connect(Number(port), "127.0.0.1", onConnect),
  }).admin();
  await admin.connect();
  onTestFinished(() => admin.disconnect());
  const { clusterId } = await admin.describeCluster();
  line.forget();
  await expect(admin.describeCluster()).rejects.toThrow("timed out");
  expect(await admin.describeCluster()).toMatchObject({ clusterId });
});

it("records are refused of which the client left some out, as those of a partition that is gone", async ({
  skip,
}) => {
  const kafka = await testKafka();
  if ("skipped" in kafka) return skip(kafka.skipped);
  const store = await testDatabase();
  onTestFinished(() => store.drop());
  const stage = await openStage("kafka", store.url, [kafka.brokers]);
  onTestFinished(() => stage.stop());
  const bus = stage.bus();
  const topic = stage.topic(3);
  await bus.append(topic, numbered(9, 0, 1));
  const { brokers } = kafka;
  const admin = new kafkajs.Kafka({ brokers: [brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  onTestFinished(() => admin.disconnect());
  await admin.deleteTopics({ topics: [topic.name] });
  await admin.createTopics({ topics: [{ topic: topic.name, numPartitions: 1 }] });
  await expect(bus.append(topic, numbered(9, 1, 2))).rejects.toThrow("Kafka took 1 of 2 partitions");
});
