import { ByteQueue } from "../byte-queue.ts";
import type { Split, Splitter } from "../protocol.ts";

export const flag = 0x7e;
const escape = 0x7d;
export const opening = 0x28;
const closing = 0x29;
/** A body has at most 1,023 bytes, of which each may be escaped; the rest is room for makers who write more. */
const frameBytesMax = 4096;
const garbageBytesMax = 1024;
const quarantinedBytesMax = 1024;

/**
 * Cuts a stream from flag to flag and takes the escapes out, `7D02` for `7E` and `7D01` for `7D`; the flags stay. Some
 * devices also send texts in parentheses. Bytes in front of a frame are passed over, up to a limit.
 */
export function createSplitter(): Splitter {
  const queue = new ByteQueue();
  /** Bytes at the front of the queue that are known to hold no end. */
  let scanned = 0;
  let garbageBytes = 0;

  const skip = (): boolean => {
    while (queue.length > 0 && !isBegin(queue)) {
      queue.take(1);
      garbageBytes++;
      if (garbageBytes > garbageBytesMax) return false;
    }
    return true;
  };

  return {
    push: (chunk) => queue.push(chunk),
    rest: () => queue.peek(quarantinedBytesMax),
    keep: () => queue.keep(),
    next: (): Split | null => {
      if (scanned === 0 && !skip()) {
        return { kind: "refused", reason: "garbage", bytes: queue.peek(quarantinedBytesMax) };
      }
      // Two flags in a row end one frame and begin the next, or both begin it.
      while (scanned === 0 && queue.length > 1 && queue.uint16At(0) === 0x7e7e) queue.take(1);
      const end = queue.byteAt(0) === opening ? closing : flag;
      const bytes = queue.peek(frameBytesMax);
      const endAt = bytes.indexOf(end, Math.max(scanned, 1));
      if (endAt > 0) {
        const frame = queue.take(endAt + 1);
        scanned = 0;
        garbageBytes = 0;
        return { kind: "frame", bytes: end === flag ? unescapeFrame(frame) : frame };
      }
      scanned = bytes.length < 2 ? 0 : bytes.length;
      if (bytes.length < frameBytesMax) return null;
      return { kind: "refused", reason: "oversized", bytes: queue.peek(quarantinedBytesMax) };
    },
  };
}

function isBegin(queue: ByteQueue): boolean {
  return queue.byteAt(0) === flag || queue.byteAt(0) === opening;
}

/** The frame without its escapes. */
export function unescapeFrame(frame: Uint8Array): Uint8Array {
  if (!frame.includes(escape)) return frame;
  const plain = new Uint8Array(frame.length);
  let length = 0;
  for (let index = 0; index < frame.length; index++) {
    const byte = frame[index] ?? 0;
    const next = frame[index + 1];
    const isEscaped = byte === escape && (next === 1 || next === 2);
    plain[length++] = isEscaped ? (next === 2 ? flag : escape) : byte;
    if (isEscaped) index++;
  }
  return plain.subarray(0, length);
}

/** A frame as it stands on the wire: flags around what is escaped. */
export function escapeFrame(plain: Uint8Array): Uint8Array {
  const frame = new Uint8Array(plain.length * 2 + 2);
  frame[0] = flag;
  let length = 1;
  for (let index = 0; index < plain.length; index++) {
    const byte = plain[index] ?? 0;
    const isEscaped = byte === flag || byte === escape;
    frame[length++] = isEscaped ? escape : byte;
    if (isEscaped) frame[length++] = byte === flag ? 2 : 1;
  }
  frame[length++] = flag;
  return frame.subarray(0, length);
}
