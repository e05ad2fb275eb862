import { busEnv, hasBrokers, lacksBrokers } from "@fleet/bus";
import { portSchema, sharedEnv } from "@fleet/runtime";
import { z } from "zod";

export const stateDeriverEnv = z
  .object({
    ...sharedEnv,
    ...busEnv,
    CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }),
    /** Most records derived and committed at once. */
    STATE_DERIVER_BATCH_RECORDS_MAX: z.coerce.number().int().min(1).max(5000).default(1000),
    STATE_DERIVER_OPS_PORT: portSchema.default(9102),
  })
  .refine(hasBrokers, lacksBrokers);

/** What `composeStateDeriver` takes of the environment. */
export function stateDeriverSettings(env: z.output<typeof stateDeriverEnv>) {
  return { batchRecordsMax: env.STATE_DERIVER_BATCH_RECORDS_MAX };
}
