import { ByteQueue } from "../byte-queue.ts";
import type { Splitter } from "../protocol.ts";
import { createQueueSplitter, type Cut } from "../queue-splitter.ts";
import { headBytes, isLine } from "./packet.ts";

/** Accident records and lists of sensors come in frames of under two thousand bytes. */
const frameBytesMax = 4096;
/** A run of bytes that belong to no frame is handed on in pieces of this size. */
const garbageBytesMax = 1024;

/**
 * Cuts a stream at the lengths that its frames state. What does not begin a frame is passed on in one piece up to where
 * one begins.
 */
export function createSplitter(): Splitter {
  const queue = new ByteQueue();
  /** Bytes at the front that begin no frame. */
  let scanned = 0;

  const garbage = (): Cut => {
    const bytes = queue.peek(garbageBytesMax + 1);
    for (scanned = Math.max(scanned, 1); scanned < bytes.length; scanned++) {
      if (scanned < garbageBytesMax && !isLine(bytes[scanned])) continue;
      if (scanned < garbageBytesMax && scanned + 1 === bytes.length) return null;
      if (scanned === garbageBytesMax || bytes[scanned + 1] === bytes[scanned]) return take(scanned);
    }
    return null;
  };

  const take = (length: number): Uint8Array => {
    scanned = 0;
    return queue.take(length);
  };

  return createQueueSplitter(queue, () => {
    if (queue.length < 2) return null;
    if (!isLine(queue.byteAt(0)) || queue.byteAt(1) !== queue.byteAt(0)) return garbage();
    if (queue.length < 5) return null;
    const length = queue.uint16At(3);
    if (length > frameBytesMax) return "oversized";
    if (length < headBytes) return "bad_length";
    return queue.length < length ? null : take(length);
  });
}
