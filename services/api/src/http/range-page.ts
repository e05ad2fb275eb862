import type { PageRequest } from "@fleet/domain";
import { z } from "zod";

import type { Cursors } from "./cursor.ts";
import { continuePage, type Errors, type HeldQuery, type PageParameters, type PageSizes } from "./page.ts";
import { resolveRange } from "./time-range.ts";

const filterSchema = z.object({ from: z.number(), to: z.number(), updated_since: z.number().nullable() });

/** Resolved filters of a list of a vehicle's records, Unix milliseconds. */
export type RangeFilters = z.infer<typeof filterSchema>;

interface RangeParameters extends PageParameters {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly updated_since?: number | undefined;
}

export interface RangePageQuestion<Key extends readonly (string | number)[], Query extends RangeParameters> {
  readonly cursors: Cursors;
  readonly list: string;
  readonly key: z.ZodType<Key>;
  /** `usualPages` unless given. */
  readonly sizes?: PageSizes;
  readonly query: HeldQuery<Query, keyof RangeFilters>;
  readonly daysMax: number;
  readonly nowMs: number;
}

export type RangePage<Key> =
  | { readonly kind: "page"; readonly page: PageRequest<Key>; readonly filters: RangeFilters }
  | { readonly kind: "invalid" | "range-too-long"; readonly errors: Errors };

/** Which page of which range is asked for: by the cursor, or else by `from` and `to`. */
export function resolveRangePage<Key extends readonly (string | number)[], Query extends RangeParameters>(
  question: RangePageQuestion<Key, Query>,
): RangePage<Key> {
  const { daysMax, nowMs } = question;
  const query: RangeParameters = question.query;
  const { from = null, to = null, updated_since = null } = query;
  const asked = continuePage({
    ...question,
    query,
    given: { from, to, updated_since },
    filters: filterSchema,
  });
  if (asked.kind === "refused") return { kind: "invalid", errors: asked.errors };
  const { page, filters } = asked;
  if (filters !== null) return { kind: "page", page, filters };
  const range = resolveRange(query, { daysMax, nowMs });
  if (range.kind !== "range") return range;
  return {
    kind: "page",
    page,
    filters: { from: range.fromMs, to: range.toMs, updated_since },
  };
}
