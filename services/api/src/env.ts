import { secretKeySchema } from "@fleet/postgres";
import { portSchema, sharedEnv } from "@fleet/runtime";
import { allowedNetworksSchema } from "@fleet/webhook-address";
import { z } from "zod";

const positive = z.coerce.number().int().positive();

export const apiEnv = z.object({
  ...sharedEnv,
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).describe("http://host:port/database"),
  API_HOST: z.string().default("0.0.0.0").describe("address that the API listens on"),
  API_PORT: portSchema.default(8080),
  API_OPS_PORT: portSchema.default(9104).describe("port of /livez, /readyz and /metrics"),
  API_DEADLINE_S: positive.default(10).describe("after which a request that waits for a store answers 503"),
  SECRET_KEY: secretKeySchema.optional().describe("32 bytes in hex or base64"),
  TRUSTED_PROXIES: allowedNetworksSchema.describe(
    "CIDRs whose X-Forwarded-For is believed, separated by commas",
  ),
  WEBHOOK_ALLOWED_NETWORKS: allowedNetworksSchema.describe(
    "CIDRs that webhooks may point to although private",
  ),
});

/** What `composeApi` takes of the environment. */
export function apiSettings(env: z.output<typeof apiEnv>) {
  return {
    host: env.API_HOST,
    port: env.API_PORT,
    secretKey: env.SECRET_KEY,
    trustedProxies: env.TRUSTED_PROXIES,
    webhookNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
    deadlineMs: env.API_DEADLINE_S * 1000,
  };
}
