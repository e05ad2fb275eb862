import { createMetrics } from "@fleet/runtime";
import { expect, test, vi } from "vitest";

import { createGatewayMetrics, timerOf } from "./gateway-metrics.ts";

test("of what ends within a millisecond the first is written down, and what ends later again", async () => {
  const nowMs = vi.spyOn(performance, "now").mockReturnValue(0);
  const { appendSeconds } = createGatewayMetrics(createMetrics(), () => 0);
  const start = timerOf(appendSeconds);
  const ends = [start("teltonika"), start("gt06"), start("teltonika")];
  for (const [index, atMs] of [20, 20.9, 21].entries()) {
    nowMs.mockReturnValue(atMs);
    ends[index]?.();
  }
  nowMs.mockRestore();
  const { values } = await appendSeconds.get();
  expect(values.filter(({ metricName }) => metricName?.endsWith("_sum"))).toEqual([
    expect.objectContaining({ labels: { protocol: "teltonika" }, value: 0.041 }),
  ]);
});
