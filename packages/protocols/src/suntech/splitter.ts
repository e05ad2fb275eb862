import { ByteQueue } from "../byte-queue.ts";
import type { Split, Splitter } from "../protocol.ts";
import { serialDataEnd } from "./serial-data.ts";

const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** Data of a serial device have at most 500 bytes, cells and beacons a few hundred. */
const textBytesMax = 4096;
const zipBytesMax = 2048;
const quarantinedBytesMax = 1024;
const classicStart = 0x02;
const zipMin = 0x80;
const zipMax = 0x9f;

/**
 * Cuts a stream of texts, which end in a carriage return, and of zipped reports, which state their length. A carriage
 * return among the data of a serial device ends nothing. A datagram's end ends a text too.
 */
export function createSplitter(transport?: "tcp" | "udp"): Splitter {
  const queue = new ByteQueue();
  /** Bytes at the front of the queue that hold no end. */
  let scanned = 0;

  const zip = (extraBytes: number): Split | null => {
    if (queue.length < 3) return null;
    const length = queue.uint16At(1) + extraBytes;
    if (length > zipBytesMax) {
      return { kind: "refused", reason: "oversized", bytes: queue.peek(quarantinedBytesMax) };
    }
    return queue.length < length ? null : { kind: "frame", bytes: queue.take(length) };
  };

  const text = (): Split | null => {
    const bytes = queue.peek(textBytesMax);
    for (; scanned < bytes.length; scanned++) {
      if (bytes[scanned] !== carriageReturn) continue;
      const dataEnd = serialDataEnd(bytes.subarray(0, scanned));
      if (dataEnd !== null && dataEnd > scanned) {
        scanned = dataEnd - 1;
        continue;
      }
      const frame = queue.take(scanned + 1).subarray(0, scanned);
      scanned = 0;
      return { kind: "frame", bytes: frame };
    }
    if (bytes.length >= textBytesMax) return oversized();
    if (transport !== "udp") return null;
    scanned = 0;
    return { kind: "frame", bytes: queue.take(bytes.length) };
  };

  const oversized = (): Split => ({
    kind: "refused",
    reason: "oversized",
    bytes: queue.peek(quarantinedBytesMax),
  });

  return {
    push: (chunk) => queue.push(chunk),
    rest: () => queue.peek(quarantinedBytesMax),
    next: () => {
      while (queue.length > 0 && scanned === 0 && isLineEnd(queue.byteAt(0))) queue.take(1);
      if (queue.length === 0) return null;
      const first = queue.byteAt(0);
      if (first === classicStart) return zip(4);
      return first >= zipMin && first <= zipMax ? zip(3) : text();
    },
  };
}

function isLineEnd(byte: number): boolean {
  return byte === carriageReturn || byte === lineFeed;
}
