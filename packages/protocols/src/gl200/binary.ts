import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import type { FrameOutcome } from "../protocol.ts";

const identifierAt = 5;
const identifierBytes = 8;
const placeAt = 31;
const compactBytesMin = 44;
const unitsPerDegree = 1e6;
/** Messages that confirm a command or keep the connection. */
const aliveWords = new Set(["ACK", "HBD", "LGN"]);

/** A binary message; null if it is none that is read. */
export function readBinary(frame: Uint8Array): FrameOutcome | null {
  if (frame[0] !== 0x2b) return null;
  if (frame[1] === 0) return readCompact(frame);
  const word = Buffer.from(frame.subarray(1, 4)).toString("latin1");
  return aliveWords.has(word) ? { kind: "alive", uniqueId: null, reply: null } : null;
}

/** The short form of newer models: identifier in packed digits, place in millionths of a degree, time in Unix seconds. */
function readCompact(frame: Uint8Array): FrameOutcome | null {
  if (frame.length < compactBytesMin) return null;
  const digits = toHex(frame.subarray(identifierAt, identifierAt + identifierBytes));
  if (!/^0\d{15}$/.test(digits)) return null;
  const reader = new ByteReader(frame, placeAt);
  const lng = reader.int32() / unitsPerDegree;
  const lat = reader.int32() / unitsPerDegree;
  const fix = createFixDraft(reader.uint32() * 1000);
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  fix.lat = lat;
  fix.lng = lng;
  fix.valid = lat !== 0 || lng !== 0;
  return { kind: "fixes", uniqueId: digits.slice(1), fixes: [fix], acknowledgement: null };
}
