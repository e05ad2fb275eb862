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
  const isEnd = new Uint8Array(256);
  for (const byte of Buffer.from(delimiters, "latin1")) isEnd[byte] = 1;
  /** Bytes at the front of the queue that are known to hold no delimiter. */
  let scanned = 0;

  return {
    push: (chunk) => queue.push(chunk),
    rest: () => queue.peek(quarantinedBytesMax),
    next: () => {
      let bytes = queue.peek(frameBytesMax + 1);
      while (scanned < bytes.length) {
        if (isEnd[bytes[scanned] ?? 0] === 0) {
          scanned++;
          continue;
        }
        const frame = queue.take(scanned + 1).subarray(0, scanned);
        scanned = 0;
        if (frame.length > 0) return { kind: "frame", bytes: frame };
        bytes = queue.peek(frameBytesMax + 1);
      }
      if (scanned <= frameBytesMax) return null;
      return { kind: "refused", reason: "oversized", bytes: queue.peek(quarantinedBytesMax) };
    },
  };
}
