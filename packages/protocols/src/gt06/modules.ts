import { ByteReader } from "../byte-reader.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import { applyAlarmCode, commonAlarms } from "./alarms.ts";
import { accessPointBytes, readAccessPoints, readCell, readPlace } from "./blocks.ts";
import type { CellForm } from "./blocks.ts";
import type { Report } from "./report.ts";

const modulesMax = 100;
const moduleCell: CellForm = { codeBytes: 2, areaBytes: 2, cellBytes: 3 };

/** Modules: an identifier of two bytes, a length of one or two, the value. What has no name is `io` and its number. */
export function readModules(report: Report, lengthBytes: 1 | 2): void {
  const { fix, reader } = report;
  for (let count = 0; count < modulesMax && reader.remaining > 2; count++) {
    const id = reader.uint16();
    const value = reader.take(lengthBytes === 1 ? reader.uint8() : reader.uint16());
    if (reader.overrun) return;
    applyModule(fix, id, value);
    if (id === 0x01 && value.length === 8) report.uniqueId = toHex(value).slice(1);
  }
}

function applyModule(fix: FixDraft, id: number, value: Uint8Array): void {
  const reader = new ByteReader(value);
  const number = value.length <= 4 ? value.reduce((sum, byte) => sum * 256 + byte, 0) : null;
  if (id === 0x33) readGpsModule(fix, reader);
  else if (id === 0x11) readCell(fix, reader, moduleCell);
  else if (id === 0x13 && value.length > 0 && value.length % accessPointBytes === 0)
    readAccessPoints(fix, reader, value.length / accessPointBytes);
  else if (id === 0x36 && value.length > 1 && value.length === 1 + (value[0] ?? 0) * accessPointBytes)
    readAccessPoints(fix, reader, reader.uint8());
  else if (value.length >= 8 && identityNames.has(id))
    fix.attributes[identityNames.get(id) ?? ""] = withoutZero(toHex(value));
  else if (number === null) fix.attributes[`io${id}`] = toHex(value);
  else if (id === 0x2c && value.length === 4) {
    // The time of the message; that of the place comes with it.
    if (fix.lat === null) fix.fixTimeMs = number * 1000;
    fix.deviceTimeMs = number * 1000;
  } else if (id === 0x2e && value.length === 4) fix.odometerKm = number / 1000;
  else if (id === 0x09) fix.satellites = number;
  else if (id === 0x1f) applyAlarmCode(fix, number, commonAlarms);
  else if (id === 0x37 && value.length === 2) fix.attributes["temp1"] = reader.int16();
  else if (flagNames.has(id)) fix.attributes[flagNames.get(id) ?? ""] = number !== 0;
  else if (id === 0x28) fix.hdop = number / 10;
  else if (id === 0x6a) {
    if (number <= 100) fix.attributes["batteryLevel"] = number;
  } else {
    const [name, scale] = names.get(id) ?? [`io${id}`, 1];
    fix.attributes[name] = number / scale;
  }
}

/** Fifteen digits stand behind a zero. */
function withoutZero(digits: string): string {
  return digits.length === 16 && digits.startsWith("0") ? digits.slice(1) : digits;
}

const identityNames = new Map([
  [0x01, "imei"],
  [0x02, "imsi"],
  [0x03, "iccid"],
]);
const flagNames = new Map([
  [0x19, "charge"],
  [0x3a, "motion"],
]);
const names = new Map<number, readonly [name: string, scale: number]>([
  [0x05, ["power", 100]],
  [0x0a, ["satellitesVisible", 1]],
  [0x16, ["rssi", 1]],
  [0x18, ["battery", 100]],
  [0x27, ["power", 100]],
  [0x29, ["index", 1]],
  [0x2a, ["input", 1]],
  [0x2b, ["rssi", 1]],
  [0x38, ["humidity", 1]],
]);

/** Unix seconds, satellites, altitude, then as in any location. */
function readGpsModule(fix: FixDraft, reader: ByteReader): void {
  fix.fixTimeMs = reader.uint32() * 1000;
  fix.satellites = reader.uint8();
  fix.altitude = reader.int16();
  readPlace(fix, reader, () => reader.uint8());
}
