import type { Database, Executor } from "../database.ts";
import { eq, sql } from "../drizzle.ts";
import { onlyRow } from "../only-row.ts";
import { vehicleGroups, vehicles } from "../schema/index.ts";
import { noOrganisation, organisationExists } from "./organisations.ts";
import { refused, type AdminOutcome } from "./outcome.ts";

export interface NewGroup {
  readonly organisationId: number;
  readonly name: string;
}

const noName = "A group needs a name.";

/** Adds an empty group to an organisation. */
export async function createGroup(db: Executor, wanted: NewGroup): Promise<AdminOutcome> {
  const name = wanted.name.trim();
  if (name === "") return refused(noName);
  if (!(await organisationExists(db, wanted.organisationId)))
    return refused(noOrganisation(wanted.organisationId));
  const rows = await db
    .insert(vehicleGroups)
    .values({ organisationId: wanted.organisationId, name })
    .returning({ id: vehicleGroups.id });
  return { ok: true, id: onlyRow(rows).id };
}

/** Changes a group's name, which the API shows from then on. */
export async function renameGroup(
  db: Executor,
  change: { groupId: number; name: string },
): Promise<AdminOutcome> {
  const name = change.name.trim();
  if (name === "") return refused(noName);
  const [row] = await db
    .update(vehicleGroups)
    .set({ name })
    .where(eq(vehicleGroups.id, change.groupId))
    .returning({ id: vehicleGroups.id });
  return row === undefined ? refused(noGroup(change.groupId)) : { ok: true, id: row.id };
}

/** Its vehicles stay, in no group. */
export async function deleteGroup(database: Database, groupId: number): Promise<AdminOutcome> {
  return database.transaction(async (tx) => {
    await tx
      .update(vehicles)
      .set({ groupId: null, updatedAt: sql`now()` })
      .where(eq(vehicles.groupId, groupId));
    const [row] = await tx
      .delete(vehicleGroups)
      .where(eq(vehicleGroups.id, groupId))
      .returning({ id: vehicleGroups.id });
    return row === undefined ? refused(noGroup(groupId)) : { ok: true as const, id: row.id };
  });
}

const noGroup = (id: number) => `There is no group ${id}.`;
