import { ByteQueue } from "./byte-queue.ts";
import type { Splitter } from "./protocol.ts";

const quarantinedBytesMax = 1024;

export interface DelimitedFrames {
  /** Each of these characters ends a frame. */
  readonly delimiters: string;
  readonly frameBytesMax: number;
  /** Of a datagram, whose end ends a frame too. */
  readonly transport?: "tcp" | "udp" | undefined;
}

/**
 * Cuts a stream of text at its delimiters, which are no part of the frames. Nothing between two delimiters is no
 * frame, so that a line may end in CR, LF or both.
 */
export function createDelimitedSplitter({
  delimiters,
  frameBytesMax,
  transport,
}: DelimitedFrames): Splitter {
  const queue = new ByteQueue();
  const isEnd = new Uint8Array(256);
  for (const byte of Buffer.from(delimiters, "latin1")) isEnd[byte] = 1;
  /** Bytes at the front of the queue that are known to hold no delimiter. */
  let scanned = 0;

  return {
    push: (chunk) => queue.push(chunk),
    rest: () => queue.peek(quarantinedBytesMax),
    next: () => {
      scanned = queue.findByte(isEnd, scanned, frameBytesMax + 1);
      // Delimiters in front of a frame end nothing.
      while (scanned === 0 && queue.length > 0) {
        queue.skip(1);
        scanned = queue.findByte(isEnd, 0, frameBytesMax + 1);
      }
      if (scanned > frameBytesMax) {
        return { kind: "refused", reason: "oversized", bytes: queue.peek(quarantinedBytesMax) };
      }
      if (scanned === queue.length && (transport !== "udp" || scanned === 0)) return null;
      const bytes = queue.take(scanned);
      queue.skip(1);
      scanned = 0;
      return { kind: "frame", bytes };
    },
  };
}
