import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import { utcInstant } from "../utc-instant.ts";

const bodyAt = 11;
const fixedBytes = 43;
const minuteFraction = 10_000;

export interface LockReading {
  readonly uniqueId: string;
  readonly fix: FixDraft;
}

/**
 * The frame of electronic padlocks, which has a header of its own: mark, kind, length, number, serial, then a location
 * in decimal digits and tagged values. Null if it is none.
 */
export function readLock(frame: Uint8Array): LockReading | null {
  if (frame[1] !== 0x55 || frame.length < bodyAt + 24) return null;
  const uniqueId = toHex(frame.subarray(5, 11));
  const digits = toHex(frame.subarray(bodyAt + 1, bodyAt + 18));
  if (!/^\d{12}$/.test(uniqueId) || !/^\d{29}[\da-f]/.test(digits)) return null;
  const timeMs = timeOf(digits);
  if (timeMs === null) return null;
  const fix = createFixDraft(timeMs);
  applyPlace(fix, digits);
  const reader = new ByteReader(frame.subarray(0, -2), bodyAt + 16);
  fix.speedKmh = reader.uint8();
  const course = reader.uint8() * 2;
  fix.course = course > 360 ? null : course % 360;
  fix.satellites = reader.uint8();
  reader.take(1);
  fix.odometerKm = reader.uint32();
  const level = reader.uint8();
  if (level <= 100) fix.attributes["batteryLevel"] = level;
  if (frame[2] === 0x01) readValues(fix, new ByteReader(frame.subarray(0, -2), fixedBytes + bodyAt));
  return { uniqueId, fix };
}

/** `DDMMYY HHMMSS`. */
function timeOf(digits: string): number | null {
  const part = (at: number): number => Number(digits.slice(at, at + 2));
  if (part(6) > 23 || part(8) > 59 || part(10) > 59) return null;
  const timeOfDayMs = ((part(6) * 60 + part(8)) * 60 + part(10)) * 1000;
  return utcInstant({ year: 2000 + part(4), month: part(2), day: part(0), timeOfDayMs });
}

/** `DDMMmmmm`, `DDDMMmmmm`, and a digit of flags: 1 positioned, 2 north, 4 east. */
function applyPlace(fix: FixDraft, digits: string): void {
  const lat = Number(digits.slice(12, 14)) + Number(digits.slice(14, 20)) / minuteFraction / 60;
  const lng = Number(digits.slice(20, 23)) + Number(digits.slice(23, 29)) / minuteFraction / 60;
  const flags = Number.parseInt(digits.slice(29, 30), 16);
  if (lat > 90 || lng > 180 || (lat === 0 && lng === 0)) return;
  fix.lat = flags & 2 ? lat : -lat;
  fix.lng = flags & 4 ? lng : -lng;
  fix.valid = (flags & 1) !== 0;
}

/** 0B is how the lock was opened, 0C how it lies. */
function readValues(fix: FixDraft, reader: ByteReader): void {
  while (reader.remaining >= 2) {
    const id = reader.uint8();
    const value = new ByteReader(reader.take(reader.uint8()));
    if (id === 0x0b && value.remaining > 0) fix.attributes["unlockResult"] = value.bytes.at(-1) ?? 0;
    if (id === 0x0c && value.remaining === 6) {
      fix.attributes["tilt"] = `[${value.int16()},${value.int16()},${value.int16()}]`;
    }
  }
}
