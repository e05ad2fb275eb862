import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "../drizzle.ts";
import { bytea, instant } from "./columns.ts";
import { organisationId } from "./fleet.ts";

/** How much of its rate limit an organisation has taken in the full minute that was last counted. */
export const rateWindows = pgTable("rate_windows", {
  organisationId: organisationId().primaryKey(),
  /** Full minutes since 1970. */
  minute: bigint("minute", { mode: "number" }).notNull(),
  taken: integer("taken").notNull(),
  /** What the last statement added to `taken`, for its own RETURNING. */
  granted: integer("granted").notNull(),
});

/** Requests with an Idempotency-Key: who works on one, then what was answered. */
export const idempotentRequests = pgTable(
  "idempotent_requests",
  {
    organisationId: organisationId(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    key: text("key").notNull(),
    /** Keyed, so that it tells nothing of the body. */
    bodyHash: bytea("body_hash").notNull(),
    /** Whose the request is; whoever takes over an abandoned one makes it another. */
    claim: uuid("claim").notNull(),
    claimedAt: instant("claimed_at").notNull(),
    /** The answer, sealed; null while the request runs. */
    response: bytea("response"),
  },
  (t) => [
    primaryKey({ columns: [t.organisationId, t.method, t.path, t.key] }),
    index("idempotent_requests_by_age").on(t.claimedAt),
  ],
);
