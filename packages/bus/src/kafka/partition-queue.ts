import type { KafkaMessage } from "kafkajs";

import { batchBytesMax, takeBatch, type PartitionReader, type RawRecord } from "../partition-loop.ts";
import type { LogBounds } from "./kafka-cluster.ts";

const bufferBytesMax = batchBytesMax;
const doubtPauseMs = 2000;

/** Steers the fetching of one partition. */
export interface FetchControl {
  /** Fetching goes on at the offset. */
  seek(offset: number): void;
  pause(): void;
  resume(): void;
  /** The log's bounds, at most so old. */
  bounds(maxAgeMs: number): Promise<LogBounds>;
}

/** What was fetched of one partition and waits to be worked. */
export interface PartitionQueue extends PartitionReader {
  push(messages: readonly KafkaMessage[], highWatermark: string): void;
  /** The partition is no longer this member's: steers nothing any more. */
  close(): void;
}

/**
 * Buffers a partition between the fetching, which all partitions share and which must never wait, and its worker.
 * Fetching of a partition starts paused, is let go by `seek`, and is paused while the buffer is full.
 */
export function createPartitionQueue(fetch: FetchControl, recordsMax: number): PartitionQueue {
  let buffered: RawRecord[] = [];
  let bufferedBytes = 0;
  let endOffset = 0;
  let endSeenAtMs = 0;
  let paused = true;
  let closed = false;

  function take(): RawRecord[] {
    const records = takeBatch(buffered, recordsMax);
    for (const { bytes } of records) bufferedBytes -= bytes.length;
    if (paused && !closed && bufferedBytes < bufferBytesMax / 2) {
      paused = false;
      fetch.resume();
    }
    return records;
  }

  /** Where reading goes on: at the log's oldest record, where the log does not hold the cursor. */
  async function startFor(cursor: number): Promise<number> {
    const { low, high } = await fetch.bounds(0);
    if (cursor >= low && cursor <= high) return cursor;
    // A partition's new leader may not know the end yet, so that one look is not believed.
    if (cursor > high) await new Promise((resolve) => setTimeout(resolve, doubtPauseMs));
    const second = await fetch.bounds(0);
    return cursor >= second.low && cursor <= second.high ? cursor : second.low;
  }

  /** Records may be missing before those fetched only where the log no longer has them. */
  async function expectLoss(expected: number, found: number): Promise<void> {
    const { low } = await fetch.bounds(0);
    if (found < expected || low < found) {
      throw new Error(`fetched from offset ${found} although ${expected} was next`);
    }
  }

  return {
    async seek(cursor) {
      const start = await startFor(cursor);
      if (closed) return start;
      [buffered, bufferedBytes, endOffset, paused] = [[], 0, 0, false];
      fetch.seek(start);
      fetch.resume();
      return start;
    },
    async read(offset) {
      const records = take();
      const first = records[0];
      if (first === undefined) return undefined;
      if (first.offset !== offset) await expectLoss(offset, first.offset);
      return { records, endOffset, endSeenAtMs };
    },
    async caughtUp(offset) {
      const bounds = await fetch.bounds(200).catch(() => undefined);
      return bounds !== undefined && offset >= bounds.high && buffered.length === 0;
    },
    push(messages, highWatermark) {
      [endOffset, endSeenAtMs] = [Number(highWatermark), performance.now()];
      for (const { key, value, offset, timestamp, headers } of messages) {
        const bytes = value ?? Buffer.alloc(0);
        bufferedBytes += bytes.length;
        buffered.push({
          offset: Number(offset),
          key: key?.toString() ?? "",
          appendedAtMs: Number(timestamp),
          bytes,
          traceContext: headers?.["traceparent"]?.toString(),
        });
      }
      if (bufferedBytes < bufferBytesMax || paused) return;
      paused = true;
      fetch.pause();
    },
    close() {
      closed = true;
    },
  };
}
