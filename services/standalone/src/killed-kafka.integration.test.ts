import { testKafka } from "@fleet/testkit";
import { test } from "vitest";

import { describeKilled } from "./testing/killed.ts";

const kafka = await testKafka();
if ("skipped" in kafka) test.skip(`a killed system on Kafka: ${kafka.skipped}`, () => undefined);
else describeKilled("kafka");
