import { EnvError, listSchema } from "@fleet/runtime";
import { z } from "zod";

/** What every service that uses the bus reads, beside the shared environment. */
export const busEnv = {
  BUS: z.enum(["postgres", "kafka"]).default("postgres"),
  KAFKA_BROKERS: listSchema.describe("host:port, separated by commas; needed where BUS is kafka"),
};

type BusEnv = z.output<z.ZodObject<typeof busEnv>>;

/** Which bus the environment names. Throws EnvError where it is Kafka without brokers. */
export function busKind(env: BusEnv): { kind: "postgres" } | { kind: "kafka"; brokers: readonly string[] } {
  if (env.BUS === "postgres") return { kind: "postgres" };
  if (env.KAFKA_BROKERS.length > 0) return { kind: "kafka", brokers: env.KAFKA_BROKERS };
  throw new EnvError(
    "The environment has problems:\n  KAFKA_BROKERS: names no broker, which BUS=kafka needs",
  );
}
