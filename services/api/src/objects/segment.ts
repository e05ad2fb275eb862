import type { SegmentPageKey, VisibleSegment } from "@fleet/clickhouse";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";

/** What a page of trips or stops goes on from. */
export const segmentKey: z.ZodType<SegmentPageKey> = z.tuple([z.number(), z.string()]);
export const segmentKeyOf = (segment: VisibleSegment): SegmentPageKey => [segment.start_time_ms, segment.id];

/** What tells of a trip's or stop's former selves. */
export const revisionFields = {
  revision: z.int().describe("Grows each time that late fixes change the record."),
  withdrawn: z.boolean().describe("It is no more; listed only with updated_since."),
  replaced_by: z.string().nullable().describe("Id of what it became part of, if withdrawn."),
  split_from: z.string().nullable().describe("Id of what it was a part of before."),
  updated_at: z.iso.datetime().describe("When it was last written."),
};

/** The values of `revisionFields`. */
export function showRevision(segment: VisibleSegment) {
  return {
    revision: segment.revision,
    withdrawn: segment.withdrawn,
    replaced_by: segment.replaced_by,
    split_from: segment.split_from,
    updated_at: showInstant(segment.updated_at_ms),
  };
}
