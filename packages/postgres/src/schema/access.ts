import { abilities } from "@fleet/domain";
import { customType, index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

import { organisations, users } from "./fleet.ts";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Bearer tokens: only a SHA-256 of the 256 random bits is kept. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    organisationId: integer("organisation_id")
      .notNull()
      .references(() => organisations.id),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    hash: bytea("hash").notNull(),
    abilities: text("abilities", { enum: abilities }).array().notNull(),
    /** IPv4 and IPv6 CIDRs; empty allows any address. */
    allowedIps: text("allowed_ips").array().notNull(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("api_tokens_by_hash").on(t.hash), index("api_tokens_by_owner").on(t.ownerId)],
);

/** Keys of this installation, made by the first migration, for where the environment gives none. */
export const installationKeys = pgTable("installation_keys", {
  name: text("name").primaryKey(),
  key: bytea("key").notNull(),
});
