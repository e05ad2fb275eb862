import { expect, it, onTestFinished, vi } from "vitest";
import type { TestProject } from "vitest/node";

import { setup } from "./global-setup.ts";

it.each([
  ["skips the tests of Kafka, with its reason", "", "skipped"],
  ["fails them with REQUIRE_KAFKA, as CI sets it", "1", "failed"],
])("a machine without Java %s", async (_what, required, outcome) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("KAFKA_BROKERS", "");
  vi.stubEnv("JAVA_HOME", "/nowhere");
  vi.stubEnv("REQUIRE_KAFKA", required);
  const provide = vi.fn<TestProject["provide"]>();
  const teardown = await setup({ provide });
  onTestFinished(teardown);
  const [[, url] = []] = provide.mock.calls;
  const answer: unknown = await (await fetch(`${url}/kafka`)).json();
  expect(answer).toEqual({ [outcome]: expect.stringContaining("/nowhere/bin/java does not run") });
});
