import type { Batch } from "@fleet/bus";

/** Puts together again the records that an attempt had which was not committed. */
export interface BegunRecords<T> {
  /** The batches to handle now. `begun`: with all records of the attempt and no others. */
  take(batch: Batch<T>): readonly { batch: Batch<T>; begun: boolean }[];
}

/** `endOffset`: where the attempt's records end; null where none is to be repeated. */
export function createBegunRecords<T>(endOffset: number | null): BegunRecords<T> {
  let held: Batch<T>["records"] = [];
  let isOver = endOffset === null;
  return {
    take(batch) {
      if (isOver || endOffset === null) return [{ batch, begun: false }];
      held = [...held, ...batch.records];
      if (batch.nextOffset < endOffset && batch.behind) return [];
      isOver = true;
      const records = held.filter(({ offset }) => offset < endOffset);
      const rest = held.filter(({ offset }) => offset >= endOffset);
      held = [];
      const { nextOffset, behind } = batch;
      if (rest.length === 0) return [{ batch: { ...batch, records }, begun: true }];
      return [
        { batch: { records, nextOffset: endOffset, behind: true }, begun: true },
        { batch: { records: rest, nextOffset, behind }, begun: false },
      ];
    },
  };
}
