import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { applyPlace, known, setNumber } from "./fields.ts";
import type { FrameFields } from "./fields.ts";
import { lines } from "./packet.ts";

const startAt = 16;
/** Time and place of one end of a manoeuvre; the line for diagnostic sockets adds the engine's speed. */
const endBytes = 22;
const recordBytes = 28;
/** More than a frame has room for. */
const recordsMax = 200;

/** 0x05: braking (even) or acceleration (odd kinds), at its beginning and its end. */
export function readManoeuvre(fields: FrameFields, line: number): FixDraft[] {
  const hasRpm = line === lines.obd;
  const kind = fields.byte(15);
  const fixes: FixDraft[] = [];
  for (const at of [startAt, startAt + endBytes + (hasRpm ? 2 : 0)]) {
    const timeMs = fields.time(at);
    if (timeMs === null) continue;
    const fix = createFixDraft(timeMs);
    applyPlace(fix, fields, at + 6, true);
    // A place that is none still has the speed.
    const speed = fields.digits(at + 18, 2);
    if (speed !== null) fix.speedKmh = speed / 10;
    if (hasRpm) setNumber(fix, "rpm", known(fields.word(at + endBytes), 0xffff));
    fixes.push(fix);
  }
  const [first] = fixes;
  if (first !== undefined && kind <= 5) {
    first.alarms.push(kind % 2 === 0 ? "harsh_braking" : "harsh_acceleration");
  }
  return fixes;
}

/** 0x06: what the acceleration sensor noticed; a turn and braking are one kind. */
export function readAcceleration(fields: FrameFields): FixDraft[] {
  const fix = readRecord(fields, startAt);
  if (fix === null) return [];
  if (fields.byte(15) === 1) fix.alarms.push("harsh_acceleration");
  else fix.attributes["alarm"] = "harshTurnOrBraking";
  return [fix];
}

/** 0x07: the time before and after an accident, record by record. */
export function readAccident(fields: FrameFields, line: number): FixDraft[] {
  const fixes: FixDraft[] = [];
  const stride = recordBytes + (line === lines.obd ? 2 : 0);
  for (let at = startAt; fields.has(at, recordBytes) && fixes.length < recordsMax; at += stride) {
    const fix = readRecord(fields, at);
    if (fix !== null) fixes.push(fix);
  }
  fixes[0]?.alarms.push("accident");
  return fixes;
}

/** Time, flags, acceleration (m/s²) along three axes, place. */
function readRecord(fields: FrameFields, at: number): FixDraft | null {
  const timeMs = fields.time(at);
  if (timeMs === null) return null;
  const fix = createFixDraft(timeMs);
  const flags = fields.byte(at + 6);
  fix.satellites = flags & 0x1f;
  if ((flags & 0x80) !== 0) fix.attributes["archive"] = true;
  applyPlace(fix, fields, at + 12, (flags & 0x40) !== 0);
  const first = fields.word(at + 7);
  const second = fields.byte(at + 9);
  const third = fields.word(at + 10);
  const ySign = (first & 0x08) !== 0 ? 1 : -1;
  fix.attributes["accelerationX"] = axis(first >> 4);
  fix.attributes["accelerationY"] = ySign * (((first & 0x07) << 4) + (second >> 4) + (second & 0x0f) / 10);
  fix.attributes["accelerationZ"] = axis(third >> 4);
  return fix;
}

/** Twelve bits: one for the sign, set for plus, seven for whole numbers and four for tenths. */
function axis(bits: number): number {
  const value = ((bits >> 4) & 0x7f) + (bits & 0x0f) / 10;
  return (bits & 0x800) !== 0 ? value : -value;
}
