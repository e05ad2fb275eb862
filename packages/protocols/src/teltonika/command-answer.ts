import type { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import type { FrameOutcome, FrameRefused } from "../protocol.ts";

export const commandCodecId = 0x0c;
const cameraType = 0x0d;

/** What a frame's data says, and whether it was all there and nothing else. */
export interface DataReading {
  readonly means: Exclude<FrameOutcome, FrameRefused>;
  readonly isWhole: boolean;
}

/**
 * Codec 12, after its id: count, type, four bytes of length, content, count. The device's answer to a command, or what
 * came in on its serial port, is a record without time or place. Pictures are let pass. Nothing is acknowledged.
 */
export function decodeCommandAnswer(reader: ByteReader, nowMs: number): DataReading {
  const count = reader.uint8();
  const type = reader.uint8();
  const content = reader.take(reader.uint32());
  const isWhole = reader.uint8() === count && !reader.overrun && reader.remaining === 0;
  if (type === cameraType) return { means: { kind: "alive", uniqueId: null, reply: null }, isWhole };
  const fix = createFixDraft(nowMs);
  fix.attributes["type"] = type;
  fix.attributes["result"] = isPrintable(content)
    ? Buffer.from(content).toString("latin1").trim()
    : toHex(content);
  return { means: { kind: "fixes", uniqueId: null, fixes: [fix], acknowledgement: null }, isWhole };
}

function isPrintable(bytes: Uint8Array): boolean {
  return bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0d || byte === 0x0a);
}
