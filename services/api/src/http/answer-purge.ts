import { purgeIdempotentRequests, type Database } from "@fleet/postgres";
import type { Clock, Logger, Running } from "@fleet/runtime";

import { answersKeptMs } from "./idempotency.ts";

const rowsMax = 500;

/** Deletes, in small steps, the answers kept for idempotency keys once their 24 hours are over. */
export function startAnswerPurge(parts: {
  database: Database;
  clock: Clock;
  logger: Logger;
  intervalMs: number;
}): Running {
  let stopped = false;

  async function purge(): Promise<void> {
    try {
      const before = new Date(parts.clock.now() - answersKeptMs);
      let purged = rowsMax;
      while (purged === rowsMax && !stopped)
        purged = await purgeIdempotentRequests(parts.database.db, { before, rowsMax });
    } catch (error) {
      parts.logger.warn({ err: error }, "kept answers are not purged for the moment");
    }
  }

  let purging = purge();
  const timer = setInterval(() => {
    purging = purging.then(purge);
  }, parts.intervalMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await purging;
    },
  };
}
