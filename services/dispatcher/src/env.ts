import { busEnv, hasBrokers, lacksBrokers } from "@fleet/bus";
import { secretKeySchema } from "@fleet/postgres";
import { portSchema, sharedEnv } from "@fleet/runtime";
import { allowedNetworksSchema } from "@fleet/webhook-address";
import { z } from "zod";

import type { MailRoute } from "./mail/mailer.ts";

const positive = z.coerce.number().int().positive();

export const dispatcherEnv = z
  .object({
    ...sharedEnv,
    ...busEnv,
    SECRET_KEY: secretKeySchema.optional().describe("32 bytes in hex or base64 that seal webhook secrets"),
    WEBHOOK_ALLOWED_NETWORKS: allowedNetworksSchema.describe(
      "CIDRs that deliveries may reach although private, separated by commas",
    ),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .optional()
      .describe("smtp:// or smtps://, with name and password where the server wants them"),
    MAIL_FROM: z.string().default("Fleet Tracking <no-reply@localhost>").describe("sender of mails"),
    MAIL_DIR: z.string().optional().describe("folder that mails are written to where there is no SMTP_URL"),
    DISPATCHER_OPS_PORT: portSchema.default(9103).describe("/livez, /readyz and /metrics"),
    DISPATCHER_IN_FLIGHT_MAX: positive.default(512).describe("deliveries being sent at once"),
    DISPATCHER_IN_FLIGHT_PER_ORGANISATION_MAX: positive
      .default(160)
      .describe("deliveries being sent at once for one organisation"),
  })
  .refine(hasBrokers, lacksBrokers);

function mailRoute(env: z.output<typeof dispatcherEnv>): MailRoute {
  const { SMTP_URL: url, MAIL_DIR: directory, MAIL_FROM: from } = env;
  if (url !== undefined) return { kind: "smtp", url, from };
  return directory === undefined ? { kind: "log" } : { kind: "folder", directory, from };
}

/** What `composeDispatcher` takes of the environment. */
export function dispatcherSettings(env: z.output<typeof dispatcherEnv>) {
  return {
    allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
    secretKey: env.SECRET_KEY,
    mail: mailRoute(env),
    limits: {
      inFlightMax: env.DISPATCHER_IN_FLIGHT_MAX,
      inFlightPerOrganisationMax: env.DISPATCHER_IN_FLIGHT_PER_ORGANISATION_MAX,
    },
  };
}
