import { sumDays, type ClickHouse } from "@fleet/clickhouse";
import { takeDaysToSum, type Database } from "@fleet/postgres";
import { repeat, type Logger, type Running } from "@fleet/runtime";

import type { DeriverMetrics } from "./metrics.ts";

export interface DaySummingOptions {
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly logger: Logger;
  readonly metrics: DeriverMetrics;
  readonly intervalMs: number;
}

/** A few hundred thousand positions at most in one query, at one a half minute. */
const daysMax = 100;

/**
 * Sums days that are over, so that reports need not read their positions. All processes do, each what no other has
 * taken; what a crash leaves marked is summed by the next.
 */
export function startDaySumming(options: DaySummingOptions): Running {
  const { database, clickhouse, logger, metrics, intervalMs } = options;
  return repeat((stopping) => sumAll({ database, clickhouse }, stopping), {
    intervalMs,
    onFault(error) {
      metrics.faults.inc({ step: "sum" });
      logger.warn({ err: error }, "days could not be summed; trying again");
    },
  });
}

/** Sums what is marked until nothing is. */
export async function sumAll(
  { database, clickhouse }: Pick<DaySummingOptions, "database" | "clickhouse">,
  stopping: AbortSignal,
): Promise<void> {
  for (let done = false; !done && !stopping.aborted;) {
    done = await database.transaction(async (tx) => {
      const days = await takeDaysToSum(tx, daysMax);
      await sumDays(clickhouse, days);
      return days.length === 0;
    });
  }
}
