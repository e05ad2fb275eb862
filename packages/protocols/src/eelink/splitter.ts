import { ByteQueue } from "../byte-queue.ts";
import type { Splitter } from "../protocol.ts";
import { createQueueSplitter } from "../queue-splitter.ts";
import { packetHeadBytes, packetMark, wrapperHeadBytes, wrapperMark } from "./packet.ts";

/** A datagram of stored packages has some 1,400 bytes, a text fewer; the rest is room for models to come. */
const frameBytesMax = 8192;

/** Cuts a stream into packages (`6767`) and datagrams (`EL`) at the sizes that they state. */
export function createSplitter(): Splitter {
  const queue = new ByteQueue();

  return createQueueSplitter(queue, () => {
    if (queue.length < 2) return null;
    const mark = queue.uint16At(0);
    if (mark !== packetMark && mark !== wrapperMark) return "garbage";
    const headBytes = mark === packetMark ? packetHeadBytes : wrapperHeadBytes;
    if (queue.length < headBytes) return null;
    const frameBytes = headBytes + queue.uint16At(headBytes - 2);
    if (frameBytes > frameBytesMax) return "oversized";
    return queue.length < frameBytes ? null : queue.take(frameBytes);
  });
}
