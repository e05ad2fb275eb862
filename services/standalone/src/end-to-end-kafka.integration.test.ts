import { testKafka } from "@fleet/testkit";
import { test } from "vitest";

import { describeEndToEnd } from "./testing/end-to-end.ts";

const kafka = await testKafka();
if ("skipped" in kafka) test.skip(`the whole path on Kafka: ${kafka.skipped}`, () => undefined);
else describeEndToEnd("kafka");
