import { ByteQueue } from "../byte-queue.ts";
import type { RefusalReason, Split, Splitter } from "../protocol.ts";
import { checksumBytes, headBytes, isIridium } from "./packet.ts";

/** Devices keep a packet within 1,024 bytes; the rest is room for models to come. */
const frameBytesMax = 4096;
/** Packets have headers below this one. */
const headersEnd = 0x20;
const iridiumHeadBytes = 6;
const quarantinedBytesMax = 1024;

/** Cuts a stream at the lengths that packets state, the lowest byte first, and Iridium's messages the highest first. */
export function createSplitter(): Splitter {
  const queue = new ByteQueue();
  const refused = (reason: RefusalReason): Split => ({
    kind: "refused",
    reason,
    bytes: queue.peek(quarantinedBytesMax),
  });
  const byteAt = (offset: number): number => queue.byteAt(offset);

  return {
    push: (chunk) => queue.push(chunk),
    rest: () => queue.peek(quarantinedBytesMax),
    keep: () => queue.keep(),
    next: () => {
      if (queue.length === 0) return null;
      if (queue.byteAt(0) === 0 || queue.byteAt(0) >= headersEnd) return refused("garbage");
      if (queue.length < headBytes) return null;
      const contentBytes = (queue.byteAt(1) | (queue.byteAt(2) << 8)) & 0x7fff;
      let frameBytes = headBytes + contentBytes + checksumBytes;
      if (contentBytes > 0) {
        // No packet with content is shorter than what tells Iridium's messages.
        if (queue.length < iridiumHeadBytes) return null;
        if (isIridium(byteAt)) frameBytes = headBytes + queue.uint16At(1);
      }
      if (frameBytes > frameBytesMax) return refused("oversized");
      return queue.length < frameBytes ? null : { kind: "frame", bytes: queue.take(frameBytes) };
    },
  };
}
