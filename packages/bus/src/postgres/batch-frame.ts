import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** What a row of the log carries for each record. */
export interface FramedRecord {
  readonly key: string;
  readonly bytes: Buffer;
}

const plain = 0;
const zstd = 1;
/** One report alone would get smaller by a quarter, for more time than all else that its frame takes. */
const compressFromBytes = 1024;

/**
 * Puts records into one buffer: a byte that says how the rest is written (0 plain, 1 zstd), then for each record the
 * lengths of key and value (unsigned 32-bit little-endian) and both.
 */
export function encodeFrame(records: readonly FramedRecord[]): Buffer {
  const length = records.reduce((sum, { key, bytes }) => sum + 8 + Buffer.byteLength(key) + bytes.length, 0);
  const frame = Buffer.allocUnsafe(1 + length);
  frame[0] = plain;
  let at = 1;
  for (const { key, bytes } of records) {
    const keyBytes = frame.write(key, at + 8);
    frame.writeUInt32LE(keyBytes, at);
    frame.writeUInt32LE(bytes.length, at + 4);
    at += 8 + keyBytes;
    at += bytes.copy(frame, at);
  }
  if (length < compressFromBytes) return frame;
  const body = frame.subarray(1);
  const packed = zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return Buffer.concat([Buffer.of(zstd), packed]);
}

/** The records of `encodeFrame`, in order. Throws on what it did not write. */
export function decodeFrame(frame: Buffer): FramedRecord[] {
  const body = frame[0] === zstd ? zstdDecompressSync(frame.subarray(1)) : frame.subarray(1);
  const records: FramedRecord[] = [];
  let at = 0;
  while (at < body.length) {
    const keyEnd = at + 8 + body.readUInt32LE(at);
    const end = keyEnd + body.readUInt32LE(at + 4);
    if (end > body.length) throw new Error("a batch in the log is cut off");
    records.push({ key: body.toString("utf8", at + 8, keyEnd), bytes: body.subarray(keyEnd, end) });
    at = end;
  }
  return records;
}
