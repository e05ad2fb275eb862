import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

import type { TraceContext } from "@fleet/runtime";

/** What a row of the log carries for each record. */
export interface FramedRecord {
  readonly key: string;
  readonly bytes: Buffer;
  readonly traceContext: TraceContext | undefined;
}

const zstd = 1;
const traced = 2;
/** Made for a row of a backlog; with the default of 16 KiB, half of the time goes into putting the chunks together. */
const unpackChunkBytes = 128 * 1024;
/** One report alone would get smaller by a quarter, for more time than all else that its frame takes. */
const compressFromBytes = 1024;

/**
 * Puts records into one buffer: a byte that says how the rest is written (bit 0: compressed by zstd; bit 1: with trace
 * contexts), then for each record the lengths of key and value (unsigned 32-bit little-endian) and both, and with trace
 * contexts the length of its own in a byte, and it.
 */
export function encodeFrame(records: readonly FramedRecord[]): Buffer {
  const isTraced = records.some(({ traceContext }) => traceContext !== undefined);
  const length = records.reduce((sum, record) => sum + recordLength(record, isTraced), 0);
  const frame = Buffer.allocUnsafe(1 + length);
  frame[0] = isTraced ? traced : 0;
  let at = 1;
  for (const { key, bytes, traceContext = "" } of records) {
    const keyBytes = frame.write(key, at + 8);
    frame.writeUInt32LE(keyBytes, at);
    frame.writeUInt32LE(bytes.length, at + 4);
    at += 8 + keyBytes;
    at += bytes.copy(frame, at);
    if (!isTraced) continue;
    frame.writeUInt8(traceContext.length, at);
    at += 1 + frame.write(traceContext, at + 1, "latin1");
  }
  if (length < compressFromBytes) return frame;
  const body = frame.subarray(1);
  const packed = zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return Buffer.concat([Buffer.of((isTraced ? traced : 0) | zstd), packed]);
}

function recordLength({ key, bytes, traceContext = "" }: FramedRecord, isTraced: boolean): number {
  return 8 + Buffer.byteLength(key) + bytes.length + (isTraced ? 1 + traceContext.length : 0);
}

/** The records of `encodeFrame`, in order. Throws on what it did not write. */
export function decodeFrame(frame: Buffer): FramedRecord[] {
  const form = frame[0] ?? 0;
  const body =
    (form & zstd) === 0
      ? frame.subarray(1)
      : zstdDecompressSync(frame.subarray(1), { chunkSize: unpackChunkBytes });
  const records: FramedRecord[] = [];
  let at = 0;
  while (at < body.length) {
    const keyEnd = at + 8 + body.readUInt32LE(at);
    const end = keyEnd + body.readUInt32LE(at + 4);
    const contextEnd = (form & traced) === 0 ? end : end + 1 + (body[end] ?? 0);
    if (contextEnd > body.length) throw new Error("a batch in the log is cut off");
    const traceContext = body.toString("latin1", end + 1, contextEnd);
    records.push({
      key: body.toString("utf8", at + 8, keyEnd),
      bytes: body.subarray(keyEnd, end),
      traceContext: traceContext === "" ? undefined : traceContext,
    });
    at = contextEnd;
  }
  return records;
}
