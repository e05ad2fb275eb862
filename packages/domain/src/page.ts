/**
 * Where a page begins or ends in the list's own order, by the sort key of one of its rows: "after" and "before" leave
 * that row out, "from" and "upTo" hold it.
 */
export interface PageEdge<Key> {
  readonly op: "after" | "from" | "before" | "upTo";
  readonly key: Key;
}

/** How a row's sort key compares with the edge's. */
export const edgeComparisons = { after: ">", from: ">=", before: "<", upTo: "<=" } as const;

/** What a list query is asked for: at most `limit` rows next to an edge, or the first ones without. */
export interface PageRequest<Key> {
  readonly limit: number;
  readonly edge: PageEdge<Key> | null;
}

/** Rows in the list's own order; `more` tells whether further rows follow in the direction that was asked for. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

/** Whether a page lies before its edge: its query then runs against the list's order. */
export function isBackward(page: PageRequest<unknown>): boolean {
  return page.edge?.op === "before" || page.edge?.op === "upTo";
}

/** Makes a page of the rows of a query that was given `limit + 1` as its limit. */
export function cutPage<Row>(page: PageRequest<unknown>, found: readonly Row[]): PageRows<Row> {
  const rows = found.slice(0, page.limit);
  return { rows: isBackward(page) ? rows.toReversed() : rows, more: found.length > page.limit };
}
