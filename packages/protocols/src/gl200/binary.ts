import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import type { FrameOutcome } from "../protocol.ts";
import { readBinaryPlaces } from "./binary-places.ts";

const identifierAt = 5;
const identifierBytes = 8;
const placeAt = 31;
const compactBytesMin = 44;
const unitsPerDegree = 1e6;
/** Messages that confirm a command or keep the connection. */
const aliveWords = new Set(["ACK", "HBD", "LGN"]);
/** Reports and events, and those that the device had stored. */
const reportWords = new Set(["RSP", "EVT", "BSP", "BVT"]);
const maskAt = 5;
const contentAt = 11;
/** What stands in front of the identifier, by the bits of the mask. */
const headBits = [
  [8, 1],
  [9, 2],
  [10, 2],
] as const;
const nameBit = 6;

/** A binary message; null if it is none that is read. */
export function readBinary(frame: Uint8Array): FrameOutcome | null {
  if (frame[0] !== 0x2b) return null;
  if (frame[1] === 0) return readCompact(frame);
  const word = Buffer.from(frame.subarray(1, 4)).toString("latin1");
  if (reportWords.has(word)) return readReportMessage(frame, word.startsWith("B"));
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

/** Header, type, mask, length, what the mask says of the device, its identifier or name, then the content. */
function readReportMessage(frame: Uint8Array, isStored: boolean): FrameOutcome | null {
  const mask = new ByteReader(frame, maskAt).uint32();
  const is = (bit: number): boolean => ((mask >>> bit) & 1) === 1;
  const at = headBits.reduce((next, [bit, bytes]) => next + (is(bit) ? bytes : 0), contentAt);
  const identifier = frame.subarray(at, at + identifierBytes);
  const uniqueId = is(nameBit) ? readName(identifier) : readDigits(identifier);
  if (uniqueId === null) return null;
  const fixes = readBinaryPlaces(frame, at + identifierBytes, mask);
  if (fixes.length === 0) return { kind: "alive", uniqueId, reply: null };
  if (isStored) for (const fix of fixes) fix.attributes["archive"] = true;
  return { kind: "fixes", uniqueId, fixes, acknowledgement: null };
}

function readName(bytes: Uint8Array): string | null {
  const [name] = /^[\w.-]{1,8}/.exec(Buffer.from(bytes).toString("latin1")) ?? [];
  return name ?? null;
}

/** Fifteen decimal digits: a byte for each two of them, and one for the last. */
function readDigits(bytes: Uint8Array): string | null {
  if (bytes.length < identifierBytes || bytes.some((byte, index) => byte > (index === 7 ? 9 : 99)))
    return null;
  return [...bytes].map((byte, index) => String(byte).padStart(index === 7 ? 1 : 2, "0")).join("");
}
