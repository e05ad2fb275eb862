import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { locationBytes, readLocation, readTime } from "./location.ts";
import type { DeviceState } from "./state.ts";
import { readTransparent } from "./transparent.ts";

/** The fixes of a message's body; null where it cannot be read. */
export type ReportReader = (body: Uint8Array, state: DeviceState, nowMs: number) => FixDraft[] | null;

const location: ReportReader = (body, state) => one(readLocation(new ByteReader(body), body.length, state));

/** A location behind a number of other bytes. */
const locationAt =
  (offset: number): ReportReader =>
  (body, state) =>
    one(readLocation(new ByteReader(body, offset), body.length, state));

function one(fix: FixDraft | null): FixDraft[] | null {
  return fix === null ? null : [fix];
}

/** Locations, each behind its length of `lengthBytes`. */
function readBatch(reader: ByteReader, lengthBytes: 1 | 2, state: DeviceState): FixDraft[] | null {
  const fixes: FixDraft[] = [];
  while (reader.remaining > lengthBytes) {
    const length = lengthBytes === 1 ? reader.uint8() : reader.uint16();
    const end = reader.offset + length;
    if (length < locationBytes || end > reader.bytes.length) break;
    const fix = readLocation(reader, end, state);
    if (fix !== null) fixes.push(fix);
    reader.offset = end;
  }
  return fixes.length === 0 ? null : fixes;
}

/** 0x0704: number, kind, then locations that the device had kept. */
const storedLocations: ReportReader = (body, state) => {
  const reader = new ByteReader(body, 3);
  const fixes = readBatch(reader, 2, state);
  if ((body[2] ?? 0) === 1) for (const fix of fixes ?? []) fix.attributes["archive"] = true;
  return fixes;
};

const batteryReportBytes = 7;
/** 0x0210: locations, each behind its length; or the battery's level and a time. */
const shortBatch: ReportReader = (body, state) => {
  const reader = new ByteReader(body);
  if (body.length !== batteryReportBytes) return readBatch(reader, 1, state);
  const level = reader.uint8();
  const timeMs = readTime(reader);
  if (timeMs === null || level > 100) return null;
  return [{ ...createFixDraft(timeMs - state.zoneMs), attributes: { batteryLevel: level } }];
};

const accelerationBytes = 12;
const accelerationsMax = 200;
/** 0x2070: times and what was measured at them on three axes. */
const accelerations: ReportReader = (body, state) => {
  const reader = new ByteReader(body);
  const fixes: FixDraft[] = [];
  while (reader.remaining >= accelerationBytes && fixes.length < accelerationsMax) {
    const timeMs = readTime(reader);
    const acceleration = `[${reader.int16()},${reader.int16()},${reader.int16()}]`;
    if (timeMs !== null)
      fixes.push({ ...createFixDraft(timeMs - state.zoneMs), attributes: { acceleration } });
  }
  return fixes.length === 0 ? null : fixes;
};

/** The messages that carry reports. */
export const reports: ReadonlyMap<number, ReportReader> = new Map<number, ReportReader>([
  [0x0200, location],
  [0x0201, locationAt(2)],
  [0x0500, locationAt(2)],
  [0x0704, storedLocations],
  [0x0210, shortBatch],
  [0x0801, locationAt(8)],
  [0x0900, (body, state, nowMs) => one(readTransparent(body, state, nowMs))],
  [0x2070, accelerations],
]);
