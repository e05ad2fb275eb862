import type { Database } from "./database.ts";
import { sql } from "./drizzle.ts";

/** What only one process may do at a time, with the lock that stands for it. */
const locks = { "seed the demo fleet": 7_305_114_925 } as const;

/** Does something after whoever else is at it, in whatever process. Takes a connection of its own while it waits and works. */
export async function inTurn<R>(
  database: Database,
  what: keyof typeof locks,
  work: () => Promise<R>,
): Promise<R> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${locks[what]})`);
    return work();
  });
}
