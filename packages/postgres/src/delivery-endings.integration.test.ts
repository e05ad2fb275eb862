import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cancelDeliveriesOfDeleted, expireDeliveries } from "./delivery-endings.ts";
import { eq } from "./drizzle.ts";
import { deliveries, deliveryAttempts, events, webhooks } from "./schema/index.ts";
import { addOrganisation, openMigratedDatabase, type MigratedDatabase } from "./testing/migrated-database.ts";

const now = new Date("2026-03-02T10:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const lapsedBefore = later(-24 * 3_600_000);
const leaseToken = "00000000-0000-4000-8000-000000000000";

let database: MigratedDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase();
});
afterAll(() => database.stop());

/** A webhook with deliveries of events that lapse right now, but for what is said of each. */
async function webhookWith(
  waiting: Readonly<Record<string, Partial<typeof deliveries.$inferInsert>>>,
): Promise<number> {
  const { organisationId } = await addOrganisation(database);
  const made = { organisationId, url: "", events: [], secret: Buffer.of() };
  const [webhook] = await database.db.insert(webhooks).values(made).returning({ id: webhooks.id });
  const webhookId = webhook?.id ?? 0;
  for (const [name, more] of Object.entries(waiting)) {
    const id = `${webhookId} ${name}`;
    const event = { id, organisationId, type: "trip.ended", createdAt: lapsedBefore, body: "{}" };
    await database.db.insert(events).values(event);
    await database.db
      .insert(deliveries)
      .values({ eventId: id, webhookId, eventCreatedAt: lapsedBefore, nextAttemptAt: later(-1), ...more });
  }
  return webhookId;
}

async function statusesOf(webhookId: number): Promise<Record<string, string>> {
  const rows = await database.db.select().from(deliveries).where(eq(deliveries.webhookId, webhookId));
  return Object.fromEntries(rows.map(({ eventId, status }) => [eventId.replace(/^\d+ /, ""), status]));
}

const expire = (rowsMax: number) =>
  database.transaction((tx) => expireDeliveries(tx, { now, lapsedBefore, rowsMax }));

describe("deliveries whose 24 hours are over", () => {
  it("end, but for what is being sent, and stand in the log where they were never tried", async () => {
    const webhookId = await webhookWith({
      untried: {},
      tried: { attempts: 3 },
      young: { eventCreatedAt: new Date(lapsedBefore.getTime() + 1) },
      "under way": { leaseToken, nextAttemptAt: later(1) },
      "left by who sent it": { attempts: 1, leaseToken, nextAttemptAt: now },
      done: { attempts: 1, status: "succeeded" },
    });
    expect([await expire(2), await expire(2), await expire(2)]).toEqual([2, 1, 0]);
    expect(await statusesOf(webhookId)).toEqual({
      untried: "expired",
      tried: "failed",
      young: "pending",
      "under way": "pending",
      "left by who sent it": "failed",
      done: "succeeded",
    });
    expect(await database.db.select().from(deliveryAttempts)).toEqual([
      expect.objectContaining({
        webhookId,
        eventId: `${webhookId} untried`,
        eventType: "trip.ended",
        attempt: 0,
        status: "failed",
        error: "expired",
        attemptedAt: now,
      }),
    ]);
  });
});

describe("deliveries of a deleted webhook", () => {
  it("are cancelled as far as they wait, some at a time, and no other webhook's", async () => {
    const waiting = { waits: {}, "waits too": { leaseToken }, done: { status: "succeeded" } } as const;
    const [deleted, other] = [await webhookWith(waiting), await webhookWith(waiting)];
    await database.db.update(webhooks).set({ deletedAt: now }).where(eq(webhooks.id, deleted));
    const cancel = () => database.transaction((tx) => cancelDeliveriesOfDeleted(tx, 1));
    expect([await cancel(), await cancel(), await cancel()]).toEqual([1, 1, 0]);
    const done = { done: "succeeded" };
    expect(await statusesOf(deleted)).toEqual({ waits: "cancelled", "waits too": "cancelled", ...done });
    expect(await statusesOf(other)).toEqual({ waits: "pending", "waits too": "pending", ...done });
  });
});
