import type { ByteQueue } from "./byte-queue.ts";
import type { RefusalReason, Splitter } from "./protocol.ts";

/** How much of a refused stream, or of a frame without an end, is kept for whoever examines it. */
const quarantinedBytesMax = 1024;

/** What is at the front of a stream: a frame, taken off it; null until more bytes come; or why it can be cut no further. */
export type Cut = Uint8Array | RefusalReason | null;

/** A splitter of what waits in a queue. `cut` takes one frame off it at a time. */
export function createQueueSplitter(queue: ByteQueue, cut: () => Cut): Splitter {
  return {
    push: (chunk) => queue.push(chunk),
    rest: () => queue.peek(quarantinedBytesMax),
    keep: () => queue.keep(),
    next: () => {
      const found = cut();
      if (found === null) return null;
      return typeof found === "string"
        ? { kind: "refused", reason: found, bytes: queue.peek(quarantinedBytesMax) }
        : { kind: "frame", bytes: found };
    },
  };
}
