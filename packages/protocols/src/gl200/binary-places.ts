import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { setCell } from "../set-cell.ts";
import { applyMovement } from "./suffix.ts";
import { timeOfDay, utcInstant } from "../utc-instant.ts";

const unitsPerDegree = 1e6;
const timeBytes = 7;
const cellBytes = 8;
/** Send time, count number, check and the mark of the end. */
const tailBytes = 13;
const placeBytes = 8;
/** State of movement, satellites, number and kind of what is reported, number of places. */
const stateBytes = 4;
const satellitesMax = 40;
/** What stands in front of the longitude, by the bits of the mask, behind a byte of accuracy. */
const speedBit = 1;
const courseBit = 2;
const altitudeBit = 4;
const cellBit = 8;

/**
 * The places of a binary report. They are told as in texts: longitude, latitude, UTC time and the country of a network
 * stand in this order whatever is in front. The mask's low bits say whether speed, azimuth, height and the cell do.
 */
export function readBinaryPlaces(frame: Uint8Array, start: number, mask: number): FixDraft[] {
  const fixes: FixDraft[] = [];
  let stateAt = -1;
  const hasCell = (mask & cellBit) !== 0;
  const frontBytes =
    1 + (mask & speedBit ? 3 : 0) + (mask & courseBit ? 2 : 0) + (mask & altitudeBit ? 2 : 0) + placeBytes;
  const ownBytes = timeBytes + (hasCell ? cellBytes : 0);
  // Without cell nothing but where it stands tells the send time from a place's.
  const end = frame.length - timeBytes - (hasCell ? cellBytes : tailBytes);
  for (let at = start + frontBytes; at <= end; at++) {
    const fix = readPlace(frame, at, mask);
    if (fix === null) continue;
    if (fixes.length === 0) stateAt = at - frontBytes - stateBytes;
    fixes.push(fix);
    at += ownBytes + frontBytes - 1;
  }
  const last = fixes.at(-1);
  if (last !== undefined && stateAt >= start) applyState(last, frame, stateAt, fixes.length);
  return fixes;
}

/** What stands in front of the places of a vehicle: believed where the number of places is the one that were found. */
function applyState(fix: FixDraft, frame: Uint8Array, at: number, places: number): void {
  const [movement = 0, satellites = 0, kind = 0, count = 0] = frame.subarray(at, at + stateBytes);
  if (count !== places || satellites > satellitesMax || readDigits(kind) === null) return;
  if (applyMovement(fix, movement.toString(16))) fix.satellites = satellites;
}

/** `at` is where the time stands. */
function readPlace(frame: Uint8Array, at: number, mask: number): FixDraft | null {
  const reader = new ByteReader(frame, at);
  const timeMs = readTime(reader);
  if (timeMs === null) return null;
  const place = new ByteReader(frame, at - placeBytes);
  const lng = place.int32() / unitsPerDegree;
  const lat = place.int32() / unitsPerDegree;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  const fix = createFixDraft(timeMs);
  if ((mask & cellBit) !== 0 && !applyCell(fix, reader)) return null;
  fix.lat = lat;
  fix.lng = lng;
  const accuracy = applyMotion(fix, frame, at - placeBytes, mask);
  fix.valid = accuracy > 0 && (lat !== 0 || lng !== 0);
  if (accuracy > 0) fix.hdop = accuracy;
  return fix;
}

/** False if it is none; out of reach of any network the country is 0. Country and network are digits, two in a byte. */
function applyCell(fix: FixDraft, reader: ByteReader): boolean {
  const [mcc, mnc] = [readDigits(reader.uint16()), readDigits(reader.uint16())];
  if (mcc === null || (mcc !== 0 && (mcc < 200 || mcc > 799))) return false;
  setCell(fix, 1, { mcc, mnc, lac: reader.uint16(), cellId: reader.uint16() });
  return true;
}

/** What stands in front of the longitude; gives the accuracy, which is in front of it all. */
function applyMotion(fix: FixDraft, frame: Uint8Array, lngAt: number, mask: number): number {
  let at = lngAt;
  if ((mask & altitudeBit) !== 0) fix.altitude = new ByteReader(frame, (at -= 2)).int16();
  if ((mask & courseBit) !== 0) fix.course = new ByteReader(frame, (at -= 2)).uint16() % 360;
  if ((mask & speedBit) !== 0) {
    const speed = new ByteReader(frame, (at -= 3));
    fix.speedKmh = speed.uint16() + speed.uint8() / 10;
  }
  return frame[at - 1] ?? 0;
}

export function readTime(reader: ByteReader): number | null {
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
