import { busEnv, hasBrokers, lacksBrokers } from "@fleet/bus";
import { secretKeySchema } from "@fleet/postgres";
import { portSchema, sharedEnv } from "@fleet/runtime";
import { allowedNetworksSchema } from "@fleet/webhook-address";
import { z } from "zod";

const positive = z.coerce.number().int().positive();

export const dispatcherEnv = z
  .object({
    ...sharedEnv,
    ...busEnv,
    SECRET_KEY: secretKeySchema.optional().describe("32 bytes in hex or base64 that seal webhook secrets"),
    WEBHOOK_ALLOWED_NETWORKS: allowedNetworksSchema.describe(
      "CIDRs that deliveries may reach although private, separated by commas",
    ),
    DISPATCHER_OPS_PORT: portSchema.default(9103).describe("/livez, /readyz and /metrics"),
    DISPATCHER_IN_FLIGHT_MAX: positive.default(512).describe("deliveries being sent at once"),
    DISPATCHER_IN_FLIGHT_PER_ORGANISATION_MAX: positive
      .default(160)
      .describe("deliveries being sent at once for one organisation"),
  })
  .refine(hasBrokers, lacksBrokers);

/** What `composeDispatcher` takes of the environment. */
export function dispatcherSettings(env: z.output<typeof dispatcherEnv>) {
  return {
    allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
    secretKey: env.SECRET_KEY,
    limits: {
      inFlightMax: env.DISPATCHER_IN_FLIGHT_MAX,
      inFlightPerOrganisationMax: env.DISPATCHER_IN_FLIGHT_PER_ORGANISATION_MAX,
    },
  };
}
