/** A trip or stop as folded: times are fix times, end null while open. */
export interface Segment {
  readonly startTimeMs: number;
  readonly endTimeMs: number | null;
}

/** What a stored trip or stop has besides what the fold says of it. */
export interface SegmentRow<S extends Segment> {
  readonly id: string;
  readonly segment: S;
  /** 1 at first; counts changes of the start, of what was ended, and of being withdrawn. Growing open is none. */
  readonly revision: number;
  readonly withdrawn: boolean;
  readonly replacedBy: string | null;
  readonly splitFrom: string | null;
}

export interface ReconciledRow<S extends Segment> extends SegmentRow<S> {
  /** Differs from the former row, or has none: to be written. */
  readonly changed: boolean;
  /** Had no former row that was not withdrawn. */
  readonly created: boolean;
}

/**
 * Gives newly folded segments the ids of the rows that they revise: an id stays while the segment overlaps its former
 * self, with the part that overlaps most when it splits, the earliest when several merge. `former` are all rows that
 * may be affected (starting at or after a fold result's `sinceMs`), withdrawn ones included. `idFor` gives the id of
 * a new segment from its start and a number counted up while the id is taken.
 */
export function reconcileSegments<S extends Segment>(_options: {
  former: readonly SegmentRow<S>[];
  segments: readonly S[];
  idFor: (startTimeMs: number, attempt: number) => string;
}): ReconciledRow<S>[] {
  throw new Error("not built");
}
