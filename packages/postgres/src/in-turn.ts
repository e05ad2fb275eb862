import { advisoryLocks } from "./advisory-locks.ts";
import type { Database } from "./database.ts";
import { sql } from "./drizzle.ts";

/**
 * Does something after whoever else is at it by the same lock, in whatever process. Takes a connection of its own while
 * it waits and works.
 */
export async function inTurn<R>(
  database: Database,
  lock: keyof typeof advisoryLocks,
  work: () => Promise<R>,
): Promise<R> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${advisoryLocks[lock]})`);
    return work();
  });
}
