import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { timeOfDay, utcInstant } from "../utc-instant.ts";

const unitsPerDegree = 1e6;
const timeBytes = 7;
const cellBytes = 8;
/** Accuracy, speed, azimuth, height, longitude and latitude. */
const bytesBeforeTime = 16;

/**
 * The places of a binary report. They are told as in texts: longitude, latitude, UTC time and the country of a network
 * stand in this order whatever is in front. The mask's low bits say whether speed, azimuth and height do.
 */
export function readBinaryPlaces(frame: Uint8Array, start: number, mask: number): FixDraft[] {
  const fixes: FixDraft[] = [];
  for (let at = start + bytesBeforeTime; at + timeBytes + cellBytes <= frame.length; at++) {
    const fix = readPlace(frame, at, mask);
    if (fix === null) continue;
    fixes.push(fix);
    at += timeBytes + cellBytes - 1;
  }
  return fixes;
}

/** `at` is where the time stands. */
function readPlace(frame: Uint8Array, at: number, mask: number): FixDraft | null {
  const reader = new ByteReader(frame, at);
  const timeMs = readTime(reader);
  // Codes of networks are decimal digits, two in a byte.
  const [mcc, mnc] = [readDigits(reader.uint16()), readDigits(reader.uint16())];
  if (timeMs === null || mcc === null || mcc < 200 || mcc > 799) return null;
  const lac = reader.uint16();
  const cellId = reader.uint16();
  const place = new ByteReader(frame, at - 8);
  const lng = place.int32() / unitsPerDegree;
  const lat = place.int32() / unitsPerDegree;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  const fix = createFixDraft(timeMs);
  fix.lat = lat;
  fix.lng = lng;
  const accuracy = applyMotion(fix, frame, at - 8, mask);
  fix.valid = accuracy > 0 && (lat !== 0 || lng !== 0);
  if (accuracy > 0) fix.hdop = accuracy;
  if (mnc !== null && lac > 0)
    Object.assign(fix.attributes, { mcc1: mcc, mnc1: mnc, lac1: lac, cellId1: cellId });
  return fix;
}

/** What stands in front of the longitude; gives the accuracy, which is in front of it all. */
function applyMotion(fix: FixDraft, frame: Uint8Array, lngAt: number, mask: number): number {
  let at = lngAt;
  if ((mask & 4) !== 0) fix.altitude = new ByteReader(frame, (at -= 2)).int16();
  if ((mask & 2) !== 0) fix.course = new ByteReader(frame, (at -= 2)).uint16() % 360;
  if ((mask & 1) !== 0) {
    const speed = new ByteReader(frame, (at -= 3));
    fix.speedKmh = speed.uint16() + speed.uint8() / 10;
  }
  return frame[at - 1] ?? 0;
}

function readTime(reader: ByteReader): number | null {
  const year = reader.uint16();
  const [month, day, hour, minute, second] = reader.take(5);
  if (year < 2000 || year > 2099 || month === undefined || day === undefined) return null;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  const timeOfDayMs = timeOfDay(hour, minute, second);
  return timeOfDayMs === null ? null : utcInstant({ year, month, day, timeOfDayMs });
}

function readDigits(value: number): number | null {
  const text = value.toString(16);
  return /^\d+$/.test(text) ? Number(text) : null;
}
