import { afterEach, expect, it, vi } from "vitest";

import { findKafka } from "./kafka-program.ts";

afterEach(() => void vi.unstubAllEnvs());

it("takes an empty FLEET_KAFKA_JARS for none", async () => {
  vi.stubEnv("FLEET_KAFKA_JARS", undefined);
  const usual = await findKafka();
  vi.stubEnv("FLEET_KAFKA_JARS", "");
  expect(await findKafka()).toEqual(usual);
});
