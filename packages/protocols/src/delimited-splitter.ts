import { ByteQueue } from "./byte-queue.ts";
import type { Splitter } from "./protocol.ts";

const quarantinedBytesMax = 1024;

export interface DelimitedFrames {
  /** Each of these characters ends a frame. */
  readonly delimiters: string;
  readonly frameBytesMax: number;
}

/**
 * Cuts a stream of text at its delimiters, which are no part of the frames. Nothing between two delimiters is no
 * frame, so that a line may end in CR, LF or both.
 */
export function createDelimitedSplitter({ delimiters, frameBytesMax }: DelimitedFrames): Splitter {
  const queue = new ByteQueue();
  const ends = new Set(Buffer.from(delimiters, "latin1"));
  /** Bytes at the front of the queue that are known to hold no delimiter. */
  let scanned = 0;

  return {
    push: (chunk) => queue.push(chunk),
    rest: () => queue.peek(quarantinedBytesMax),
    next: () => {
      while (scanned < queue.length && scanned <= frameBytesMax) {
        if (!ends.has(queue.byteAt(scanned))) {
          scanned++;
          continue;
        }
        const bytes = queue.take(scanned + 1).subarray(0, scanned);
        scanned = 0;
        if (bytes.length > 0) return { kind: "frame", bytes };
      }
      if (scanned <= frameBytesMax) return null;
      return { kind: "refused", reason: "oversized", bytes: queue.peek(quarantinedBytesMax) };
    },
  };
}
