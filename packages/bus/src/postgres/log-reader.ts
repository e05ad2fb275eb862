import { readBusLog, type Database } from "@fleet/postgres";

import { fullness, takeBatch, type PartitionReader, type RawRecord } from "../partition-loop.ts";
import { decodeFrame } from "./batch-frame.ts";

/** As the log has them, compressed. */
const readBytesMax = 2 * 1024 * 1024;

export interface LogReaderOptions {
  readonly database: Database;
  readonly topic: string;
  readonly partition: number;
  readonly recordsMax: number;
}

/**
 * Reads a partition of the log in Postgres, the next batch while one is worked. What the rows hold beyond a batch is
 * kept and filled up with those that follow, so that no row is fetched and unpacked twice and batches are full.
 */
export function createLogReader({
  database,
  topic,
  partition,
  recordsMax,
}: LogReaderOptions): PartitionReader {
  let kept: RawRecord[] = [];
  /** What comes after those kept. */
  let ahead: Promise<RawRecord[]> | undefined;
  let endOffset = 0;
  let endSeenAtMs = 0;

  async function fetch(fromOffset: number): Promise<RawRecord[]> {
    const range = {
      topic,
      partition,
      fromOffset,
      recordsMax: recordsMax - kept.length,
      bytesMax: readBytesMax,
    };
    const askedAtMs = performance.now();
    const found = await readBusLog(database.db, range);
    [endOffset, endSeenAtMs] = [found.endOffset, askedAtMs];
    return found.rows
      .flatMap(({ firstOffset, appendedAtMs, records }) =>
        decodeFrame(records).map((record, index) => ({
          ...record,
          offset: firstOffset + index,
          appendedAtMs,
        })),
      )
      .filter(({ offset }) => offset >= fromOffset);
  }

  function fetchAhead(fromOffset: number): void {
    if (fromOffset >= endOffset || fullness(kept, recordsMax) >= 1) return;
    ahead = fetch(fromOffset);
    // Awaited by the next read; until then a failure must not count as unhandled.
    ahead.catch(() => undefined);
  }

  return {
    async seek(offset) {
      await ahead?.catch(() => undefined);
      [kept, ahead] = [[], undefined];
      return offset;
    },
    async read(offset) {
      const fetched = ahead;
      ahead = undefined;
      if (fetched !== undefined) kept = kept.concat(await fetched);
      if (kept.length === 0) kept = await fetch(offset);
      const seen = { endOffset, endSeenAtMs };
      const records = takeBatch(kept, recordsMax);
      const last = records.at(-1);
      if (last === undefined) return undefined;
      fetchAhead((kept.at(-1) ?? last).offset + 1);
      return { records, ...seen };
    },
    caughtUp: () => Promise.resolve(true),
  };
}
