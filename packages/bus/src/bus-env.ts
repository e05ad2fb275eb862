import { listSchema } from "@fleet/runtime";
import { z } from "zod";

/** What every service that uses the bus reads, beside the shared environment. */
export const busEnv = {
  BUS: z.enum(["postgres", "kafka"]).default("postgres"),
  KAFKA_BROKERS: listSchema.describe("host:port, separated by commas; needed where BUS is kafka"),
};

type BusEnv = z.output<z.ZodObject<typeof busEnv>>;

/** For `refine`: whether a bus on Kafka has brokers. */
export function hasBrokers({ BUS, KAFKA_BROKERS }: BusEnv): boolean {
  return BUS !== "kafka" || KAFKA_BROKERS.length > 0;
}

/** For `refine`: what is said then, together with all other problems of the environment. */
export const lacksBrokers = {
  path: ["KAFKA_BROKERS"],
  message: "names no broker, which BUS=kafka needs",
  when: () => true,
};

/** Which bus the environment names. */
export function busKind(env: BusEnv): { kind: "postgres" } | { kind: "kafka"; brokers: readonly string[] } {
  return env.BUS === "postgres" ? { kind: "postgres" } : { kind: "kafka", brokers: env.KAFKA_BROKERS };
}
