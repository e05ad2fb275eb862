import type { Role } from "@fleet/domain";

import type { Database, Executor } from "../database.ts";
import { and, eq, isNull, sql } from "../drizzle.ts";
import { onlyRow } from "../only-row.ts";
import { organisations, users } from "../schema/index.ts";
import { noOrganisation } from "./organisations.ts";
import { refused, type AdminOutcome } from "./outcome.ts";

export interface NewUser {
  readonly organisationId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** Adds a user. Refused where another one of the organisation has the email address, in whatever case. */
export async function createUser(database: Database, wanted: NewUser): Promise<AdminOutcome> {
  const { organisationId } = wanted;
  const email = wanted.email.trim();
  const name = wanted.name.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return refused(`"${wanted.email}" is not an email address.`);
  if (name === "") return refused("A user needs a name.");
  return database.transaction(async (tx) => {
    // One at a time, or two of the same address would not see each other.
    const [organisation] = await tx
      .select({ id: organisations.id })
      .from(organisations)
      .where(eq(organisations.id, organisationId))
      .for("no key update");
    if (organisation === undefined) return refused(noOrganisation(organisationId));
    const [taken] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.organisationId, organisationId),
          eq(sql`lower(${users.email})`, email.toLowerCase()),
          isNull(users.removedAt),
        ),
      );
    if (taken !== undefined)
      return refused(`User ${taken.id} of this organisation has that email address already.`);
    const rows = await tx
      .insert(users)
      .values({ ...wanted, email, name })
      .returning({ id: users.id });
    return { ok: true, id: onlyRow(rows).id };
  });
}

/** Takes effect within a second on the tokens that the user owns. */
export async function setUserRole(
  db: Executor,
  change: { userId: number; role: Role },
): Promise<AdminOutcome> {
  return changeUser(db, change.userId, { role: change.role });
}

/** The user's tokens stop working within a second. What they did stays on record, and nothing that tells who the user was. */
export async function removeUser(database: Database, userId: number): Promise<AdminOutcome> {
  return database.transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email, organisationId: users.organisationId })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.removedAt)))
      .for("no key update");
    if (user === undefined) return refused(`There is no user ${userId}.`);
    const others = sql`array_remove(recipients, ${user.email})`;
    // One that is for nobody else is not sent any more.
    await tx.execute(sql`
      UPDATE mails SET recipients = ${others},
        next_attempt_at = CASE WHEN cardinality(${others}) > 0 THEN next_attempt_at END
      WHERE ${user.email} = ANY (recipients)
        AND webhook_id IN (SELECT id FROM webhooks WHERE organisation_id = ${user.organisationId})`);
    return changeUser(tx, userId, { removedAt: new Date(), name: "", email: "" });
  });
}

async function changeUser(
  db: Executor,
  userId: number,
  change: { role: Role } | { removedAt: Date; name: ""; email: "" },
): Promise<AdminOutcome> {
  const [row] = await db
    .update(users)
    .set(change)
    .where(and(eq(users.id, userId), isNull(users.removedAt)))
    .returning({ id: users.id });
  return row === undefined ? refused(`There is no user ${userId}.`) : { ok: true, id: row.id };
}
