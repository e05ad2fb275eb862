import { ByteQueue, markBytes } from "./byte-queue.ts";
import type { Splitter } from "./protocol.ts";
import { createQueueSplitter, type Cut } from "./queue-splitter.ts";

const lineEndBytes = 2;

export interface DelimitedFrames {
  /** Each of these characters ends a frame. */
  readonly delimiters: string;
  readonly frameBytesMax: number;
  /** Of a datagram, whose end ends a frame too. */
  readonly transport?: "tcp" | "udp" | undefined;
  /** How many bytes that are no text follow a frame's CR LF; they belong to it. */
  readonly bytesBehind?: ((frame: Uint8Array) => number) | undefined;
  /** With what a frame begins that is no text: two bytes of length, the lowest first, and so many bytes follow. */
  readonly countedStart?: number | undefined;
}

/** The first byte of a counted frame and its length. */
const countedHeadBytes = 3;

/**
 * Cuts a stream of text at its delimiters, which are no part of the frames. Nothing between two delimiters is no
 * frame, so that a line may end in CR, LF or both.
 */
export function createDelimitedSplitter({
  delimiters,
  frameBytesMax,
  transport,
  bytesBehind,
  countedStart,
}: DelimitedFrames): Splitter {
  const queue = new ByteQueue();
  const isEnd = markBytes(delimiters);
  /** Bytes at the front of the queue that are known to hold no delimiter. */
  let scanned = 0;

  function counted(): Cut {
    if (queue.length < countedHeadBytes) return null;
    const whole = countedHeadBytes + queue.byteAt(1) + queue.byteAt(2) * 0x100;
    if (whole > frameBytesMax) return "oversized";
    if (whole > queue.length) return null;
    scanned = 0;
    return queue.take(whole);
  }

  return createQueueSplitter(queue, () => {
    scanned = queue.findByte(isEnd, scanned, frameBytesMax + 1);
    // Delimiters in front of a frame end nothing.
    while (scanned === 0 && queue.length > 0) {
      queue.skip(1);
      scanned = queue.findByte(isEnd, 0, frameBytesMax + 1);
    }
    if (queue.length > 0 && queue.byteAt(0) === countedStart) return counted();
    if (scanned > frameBytesMax) return "oversized";
    if (scanned === queue.length && (transport !== "udp" || scanned === 0)) return null;
    const behind = bytesBehind?.(queue.peek(scanned)) ?? 0;
    if (behind > 0) {
      const whole = scanned + lineEndBytes + behind;
      if (whole > frameBytesMax) return "oversized";
      if (whole > queue.length) return null;
      scanned = 0;
      return queue.take(whole);
    }
    const bytes = queue.take(scanned);
    queue.skip(1);
    scanned = 0;
    return bytes;
  });
}
