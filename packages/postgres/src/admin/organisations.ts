import { retentionMonthsMax } from "@fleet/domain";

import type { Executor } from "../database.ts";
import { eq } from "../drizzle.ts";
import { onlyRow } from "../only-row.ts";
import { organisations } from "../schema/index.ts";
import { refused, type AdminOutcome } from "./outcome.ts";

export interface NewOrganisation {
  readonly name: string;
  /** Requests per full minute, shared by all tokens; 600 unless given. */
  readonly rateLimitPerMinute?: number | undefined;
  /** Whole months that positions are kept; 24 unless given. */
  readonly retentionMonths?: number | undefined;
}

/** Sets an organisation up, with nothing in it. */
export async function createOrganisation(db: Executor, wanted: NewOrganisation): Promise<AdminOutcome> {
  const name = wanted.name.trim();
  if (name === "") return refused(noName);
  const limit = wanted.rateLimitPerMinute;
  if (limit !== undefined && !isRateLimit(limit)) return refused(noRateLimit);
  const months = wanted.retentionMonths;
  if (months !== undefined && !isRetention(months)) return refused(noRetention);
  const rows = await db
    .insert(organisations)
    .values({
      name,
      ...(limit === undefined ? {} : { rateLimitPerMinute: limit }),
      ...(months === undefined ? {} : { retentionMonths: months }),
    })
    .returning({ id: organisations.id });
  return { ok: true, id: onlyRow(rows).id };
}

/** Changes an organisation's name, which GET /me shows. */
export async function renameOrganisation(
  db: Executor,
  change: { organisationId: number; name: string },
): Promise<AdminOutcome> {
  const name = change.name.trim();
  return name === "" ? refused(noName) : changeOrganisation(db, change.organisationId, { name });
}

const noName = "An organisation needs a name.";

/** Makes an organisation read-only, within a second on every instance of the API. */
export async function suspendOrganisation(db: Executor, organisationId: number): Promise<AdminOutcome> {
  return changeOrganisation(db, organisationId, { status: "suspended" });
}

/** Ends a suspension, within a second on every instance of the API. */
export async function resumeOrganisation(db: Executor, organisationId: number): Promise<AdminOutcome> {
  return changeOrganisation(db, organisationId, { status: "active" });
}

/** Requests per full minute. Takes effect within a second on every instance of the API. */
export async function setRateLimit(
  db: Executor,
  { organisationId, requests }: { organisationId: number; requests: number },
): Promise<AdminOutcome> {
  if (!isRateLimit(requests)) return refused(noRateLimit);
  return changeOrganisation(db, organisationId, { rateLimitPerMinute: requests });
}

const noRateLimit = "The rate limit must be a whole number of requests per minute, at least 1.";

function isRateLimit(requests: number): boolean {
  return Number.isInteger(requests) && requests >= 1;
}

/** Older positions are deleted within a day; those deleted already do not come back. */
export async function setRetention(
  db: Executor,
  { organisationId, months }: { organisationId: number; months: number },
): Promise<AdminOutcome> {
  if (!isRetention(months)) return refused(noRetention);
  return changeOrganisation(db, organisationId, { retentionMonths: months });
}

const noRetention = `Positions are kept for a whole number of months, from 1 to ${retentionMonthsMax}.`;

function isRetention(months: number): boolean {
  return Number.isInteger(months) && months >= 1 && months <= retentionMonthsMax;
}

async function changeOrganisation(
  db: Executor,
  organisationId: number,
  change: Partial<typeof organisations.$inferInsert>,
): Promise<AdminOutcome> {
  const [row] = await db
    .update(organisations)
    .set(change)
    .where(eq(organisations.id, organisationId))
    .returning({ id: organisations.id });
  return row === undefined ? refused(noOrganisation(organisationId)) : { ok: true, id: row.id };
}

/** The reason to refuse what names an organisation that is not there. */
export function noOrganisation(organisationId: number): string {
  return `There is no organisation ${organisationId}.`;
}

/** Whether there is an organisation with this id. */
export async function organisationExists(db: Executor, organisationId: number): Promise<boolean> {
  const rows = await db
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.id, organisationId));
  return rows.length > 0;
}

/** What an organisation has of a kind, by id. */
export type Inventory<Row = object> = AdminOutcome<{ found: readonly Row[] }>;

/** Refused where there is no such organisation, lest it look like one that has none. */
export async function ofOrganisation<Row>(
  db: Executor,
  organisationId: number,
  select: () => PromiseLike<readonly Row[]>,
): Promise<Inventory<Row>> {
  if (!(await organisationExists(db, organisationId))) return refused(noOrganisation(organisationId));
  return { ok: true, found: await select() };
}
