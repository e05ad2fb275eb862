import { connect } from "node:net";

import { lineTo, testKafka } from "@fleet/testkit";
import kafkajs from "kafkajs";
import { expect, it, onTestFinished } from "vitest";

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
