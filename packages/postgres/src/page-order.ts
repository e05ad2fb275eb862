import { isBackward, type PageEdge, type PageRequest } from "@fleet/domain";
import { asc, desc, gt, gte, lt, lte, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** The key of a list ordered by a unique number. */
export type IdKey = readonly [id: number];

const ascending = { after: gt, from: gte, before: lt, upTo: lte };
const descending = { after: lt, from: lte, before: gt, upTo: gte };

/** The condition, order and limit of one page of a list ordered by a unique number. */
export function pageBy(
  column: PgColumn,
  page: PageRequest<IdKey>,
  order: "ascending" | "descending" = "ascending",
) {
  const operators = order === "ascending" ? ascending : descending;
  const edge: PageEdge<IdKey> | null = page.edge;
  const where: SQL | undefined = edge === null ? undefined : operators[edge.op](column, edge.key[0]);
  const up = (order === "ascending") !== isBackward(page);
  return { where, orderBy: up ? asc(column) : desc(column), limit: page.limit + 1 };
}

const comparisons = { after: sql`>`, from: sql`>=`, before: sql`<`, upTo: sql`<=` };

/** The condition of a page of an ascending list by any key, which the edge holds as a value or as SQL. */
export function beyondEdge(key: SQL, { edge }: { edge: PageEdge<unknown> | null }): SQL | undefined {
  return edge === null ? undefined : sql`${key} ${comparisons[edge.op]} ${edge.key}`;
}
