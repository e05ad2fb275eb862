import { listSchema } from "@fleet/runtime";
import { z } from "zod";

/** What every service that uses the bus reads, beside the shared environment. */
export const busEnv = {
  BUS: z.enum(["postgres", "kafka"]).default("postgres"),
  /** host:port, separated by commas; needed where BUS is kafka. */
  KAFKA_BROKERS: listSchema,
};
