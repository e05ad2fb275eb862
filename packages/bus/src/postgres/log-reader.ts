import { readBusLog, type Database } from "@fleet/postgres";

import { takeBatch, type PartitionReader, type RawRecord } from "../partition-loop.ts";
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
 * Reads a partition of the log in Postgres. What the rows hold beyond a batch is kept for the next read, so that
 * no row is fetched and unpacked twice.
 */
export function createLogReader({
  database,
  topic,
  partition,
  recordsMax,
}: LogReaderOptions): PartitionReader {
  let kept: RawRecord[] = [];
  let endOffset = 0;

  async function fetchRows(fromOffset: number): Promise<void> {
    const range = { topic, partition, fromOffset, recordsMax, bytesMax: readBytesMax };
    const found = await readBusLog(database.db, range);
    endOffset = found.endOffset;
    kept = found.rows
      .flatMap(({ firstOffset, appendedAtMs, records }) =>
        decodeFrame(records).map((record, index) => ({
          ...record,
          offset: firstOffset + index,
          appendedAtMs,
        })),
      )
      .filter(({ offset }) => offset >= fromOffset);
  }

  return {
    seek(offset) {
      kept = [];
      return Promise.resolve(offset);
    },
    async read(offset) {
      if (kept[0]?.offset !== offset) await fetchRows(offset);
      if (kept.length === 0) return undefined;
      return { records: takeBatch(kept, recordsMax), endOffset };
    },
    caughtUp: () => Promise.resolve(true),
  };
}
