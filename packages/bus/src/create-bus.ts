import type { Logger, Registry } from "@fleet/runtime";

import type { Bus } from "./bus.ts";
import { createPostgresBus } from "./postgres/postgres-bus.ts";

interface SharedOptions {
  /** Claims and cursors are in Postgres on either kind. The bus has a pool of its own. */
  readonly databaseUrl: string;
  /** Name shown in pg_stat_activity, and to Kafka. */
  readonly applicationName: string;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** `append` waits while this much is unacknowledged. */
  readonly appendBytesMax: number;
  /** How long a member that shows no life keeps its partitions; 5 s unless told. Kafka allows no less than 6 s. */
  readonly leaseMs?: number;
}

export interface PostgresBusOptions extends SharedOptions {
  readonly kind: "postgres";
}

export interface KafkaBusOptions extends SharedOptions {
  readonly kind: "kafka";
  readonly brokers: readonly string[];
}

export type BusOptions = PostgresBusOptions | KafkaBusOptions;

/** The bus, of the kind that the environment names. Connects on first use, so it can be made while the stores are away. */
export function createBus(options: BusOptions): Bus {
  if (options.kind === "kafka") throw new Error("not built yet");
  return createPostgresBus(options);
}
