import kafkajs from "kafkajs";

/** What the brokers' ACLs keep from this process. */
export interface MissingRights {
  /** Runs what takes a right; where the brokers refuse it, throws what to grant. */
  need<R>(right: string, run: () => Promise<R>): Promise<R>;
  /** What to grant, where a refusal is what went wrong; notes it. */
  note(right: string, error: unknown): Error | undefined;
  /** Forgets a right that has been used since. */
  had(right: string): void;
  /** What is missing by the latest tries, in words; null where nothing is known to be. */
  told(): string | null;
}

class MissingRight extends Error {}

/** `user` as the brokers' ACLs name it; undefined where that is up to the brokers. */
export function createMissingRights(user: string | undefined): MissingRights {
  const missing = new Set<string>();
  const who = user === undefined ? "this client" : `User:${user}`;
  const inWords = (rights: Iterable<string>) => `the ACLs refuse ${who}: grant ${[...rights].join("; ")}`;

  function note(right: string, error: unknown): Error | undefined {
    if (error instanceof MissingRight) return error;
    if (refusalIn(error) === undefined) return undefined;
    missing.add(right);
    return new MissingRight(inWords([right]), { cause: error });
  }

  return {
    async need(right, run) {
      try {
        const result = await run();
        missing.delete(right);
        return result;
      } catch (error) {
        throw note(right, error) ?? error;
      }
    },
    note,
    had: (right) => void missing.delete(right),
    told: () => (missing.size === 0 ? null : inWords(missing)),
  };
}

/** Of what kind the resource is that the brokers' ACLs refuse; undefined where an error has another reason. */
export function refusalIn(error: unknown): "topic" | "group" | undefined {
  if (error instanceof kafkajs.KafkaJSAggregateError) {
    for (const each of error.errors) {
      const refusal = refusalIn(each);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }
  if (error instanceof kafkajs.KafkaJSProtocolError) {
    if (error.type === "TOPIC_AUTHORIZATION_FAILED") return "topic";
    if (error.type === "GROUP_AUTHORIZATION_FAILED") return "group";
  }
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : undefined;
}
