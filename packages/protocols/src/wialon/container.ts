import { inflateSync } from "node:zlib";

/** A black box of some five hundred extended records. */
export const packetBytesMax = 65_536;
export const containerStart = 0xff;
/** The first byte and two of length. */
const headBytes = 3;

/** The packet in a container that compresses it by zlib; null if there is none, or a larger one than may be sent as text. */
export function unpack(container: Uint8Array): Uint8Array | null {
  const [, low = 0, high = 0] = container;
  if (container.length !== headBytes + low + high * 0x100) return null;
  try {
    return inflateSync(container.subarray(headBytes), { maxOutputLength: packetBytesMax });
  } catch {
    return null;
  }
}
