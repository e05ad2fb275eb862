import { findCaller, hashToken, listen, type Caller, type Database } from "@fleet/postgres";
import type { Clock, Logger, Running } from "@fleet/runtime";

/** How long an answer of Postgres is believed at most while announcements come in; bounds one that got lost. */
const believedMs = 10_000;
const callersMax = 10_000;

export interface Authenticator extends Running {
  /** The caller behind a token that is good at this instant; null if it is not. Throws while Postgres is away. */
  authenticate(token: string): Promise<Caller | null>;
}

/**
 * Looks tokens up, and remembers what it found only while Postgres can announce changes to it: a revocation, a change
 * of role or a suspension empties the memory, and so does losing the connection that announcements come by.
 */
export function createAuthenticator(parts: {
  database: Database;
  databaseUrl: string;
  clock: Clock;
  logger: Logger;
}): Authenticator {
  const { database, clock, logger } = parts;
  const callers = new Map<string, { caller: Caller; believedUntil: number }>();
  let listening = false;
  // What was looked up before a change must not be remembered after it.
  let generation = 0;

  function forget(nowListening: boolean): void {
    listening = nowListening;
    generation += 1;
    callers.clear();
  }

  const listener = listen({
    url: parts.databaseUrl,
    applicationName: "fleet-api-access",
    channels: ["access_changed"],
    onChange: () => forget(true),
    onLost: (error) => {
      forget(false);
      logger.warn({ err: error }, "no announcements of changed access: every request asks Postgres");
    },
  });

  async function find(token: string): Promise<Caller | null> {
    const hash = hashToken(token);
    const key = hash.toString("base64");
    const known = callers.get(key);
    if (known !== undefined && performance.now() < known.believedUntil) return known.caller;
    const before = generation;
    const caller = await findCaller(database.db, hash);
    if (caller === null || !listening || generation !== before) return caller;
    if (callers.size >= callersMax) callers.clear();
    callers.set(key, { caller, believedUntil: performance.now() + believedMs });
    return caller;
  }

  return {
    async authenticate(token) {
      const caller = await find(token);
      return caller?.expiresAt != null && caller.expiresAt.getTime() <= clock.now() ? null : caller;
    },
    stop: () => listener.stop(),
  };
}
