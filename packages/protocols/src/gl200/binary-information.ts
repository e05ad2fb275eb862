import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import { isImei } from "../imei.ts";
import type { FrameOutcome } from "../protocol.ts";
import { readTime } from "./binary-places.ts";
import { readDigits, readName } from "./binary-identifier.ts";
import type { DeviceClock } from "./device-clock.ts";

const identifierBytes = 8;
/** Behind header, type and a mask of two bytes or four, where the length stands or would. */
const lengthOffsets = [7, 9];
const lengthBytes = 2;
/** What may stand in front of the identifier: a device type of one byte or three, and two versions. */
const headBytes = [1, 3, 5, 7];
/** Send time, count number, check and the mark of the end. */
const tailBytes = 13;
const cardBytes = 10;
/** The number of a SIM in packed digits, the last of which may fill up. */
const card = /^89\d{17}[\df]$/;

/**
 * Information that the device tells of itself. Each model has its own fields, which no message names; the device, the
 * send time and the SIM are told by their form. Null if it names no device.
 */
export function readInformation(frame: Uint8Array, clock: DeviceClock, nowMs: number): FrameOutcome | null {
  const start = findIdentifier(frame);
  const uniqueId = start === null ? null : identifierAt(frame, start);
  if (start === null || uniqueId === null) return null;
  const isStored = frame[1] === storedMark;
  const localMs = readTime(new ByteReader(frame, frame.length - tailBytes));
  if (localMs !== null && !isStored && !clock.isKnown) clock.learn(localMs, nowMs);
  const sentMs = localMs === null ? null : clock.toInstant(localMs);
  const fix = createFixDraft(sentMs ?? nowMs);
  fix.deviceTimeMs = sentMs;
  fix.attributes["event"] = "INF";
  if (isStored) fix.attributes["archive"] = true;
  const iccid = findCard(frame, start + identifierBytes);
  if (iccid !== null) fix.attributes["iccid"] = iccid;
  return { kind: "fixes", uniqueId, fixes: [fix], acknowledgement: null };
}

/** Stored information begins with `+B`. */
const storedMark = 0x42;

function findIdentifier(frame: Uint8Array): number | null {
  const reader = new ByteReader(frame);
  const lengthAt = lengthOffsets.find((offset) => {
    reader.offset = offset;
    return reader.uint16() === frame.length;
  });
  const base = lengthAt === undefined ? (lengthOffsets[0] ?? 0) : lengthAt + lengthBytes;
  if (identifierAt(frame, base) !== null) return base;
  const head = headBytes.find((bytes) => numberAt(frame, base + bytes) !== null);
  return head === undefined ? null : base + head;
}

function identifierAt(frame: Uint8Array, start: number): string | null {
  return numberAt(frame, start) ?? readName(slice(frame, start));
}

function numberAt(frame: Uint8Array, start: number): string | null {
  const digits = readDigits(slice(frame, start));
  return digits !== null && isImei(digits) ? digits : null;
}

function slice(frame: Uint8Array, start: number): Uint8Array {
  return frame.subarray(start, start + identifierBytes);
}

function findCard(frame: Uint8Array, start: number): string | null {
  for (let at = start; at + cardBytes <= frame.length - tailBytes; at++) {
    const digits = toHex(frame.subarray(at, at + cardBytes));
    if (card.test(digits)) return digits.replace("f", "");
  }
  return null;
}
