import { createFixDraft, setNumber, setSatellites } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { applyAlert, applyEmergency, applyFenceAlert, keyIds } from "./alerts.ts";
import { applyExtras } from "./extras.ts";
import { parseNumber } from "../decimal-text.ts";
import { parseHex } from "../hex.ts";
import { setCell } from "../set-cell.ts";
import { setPlace } from "../set-place.ts";
import { applyMotion, isNoDate, msPerMinute, parseDateTime, setArchive, setDistance } from "./values.ts";

/** The type of a report, behind its family's name or a letter: STT of ST300STT and ASTT. */
const typeChars = 3;
const hexDistanceDigits = 8;
/** What a tracker that follows ST200 writes in front of a status. */
export const statusHead = "PT";
/** Of a cell tracker. */
const movingState = 2;
/** ST410 and its siblings; ST4500 is a vehicle's tracker. */
const cellTrackerHead = /^ST4\d\d[A-Z]{3}$/;

export interface ReportReading {
  readonly fix: FixDraft;
  /** Whether everything that a report must have can be read. */
  readonly isWhole: boolean;
}

/**
 * A report of the families ST200 (SA200), ST300, ST400, ST500 and ST600: `FAMILYTYPE;identifier;…;date;time;…`. What
 * stands in front of the date and between time and latitude differs between the families and is told by its form.
 * Null if the fields have no time, or no place behind one.
 */
export function readClassic(fields: readonly string[], nowMs: number): ReportReading | null {
  const head = fields[0] ?? "";
  const isCellTracker = cellTrackerHead.test(head);
  const dateAt = findDate(fields, 2);
  if (dateAt < 0) return isCellTracker ? readCells(fields, nowMs) : null;
  const timeMs = parseDateTime(fields[dateAt], fields[dateAt + 1]);
  const fix = createFixDraft(timeMs ?? nowMs);
  const latAt = findLatitude(fields, dateAt + 2);
  if (latAt < 0) return null;
  applyHead(fix, fields, isCellTracker ? 0 : dateAt);
  applyServingCell(fix, fields.slice(dateAt + 2, latAt));
  const isFixed = fields[latAt + 5] === "1";
  const isPlace = setPlace(fix, parseNumber(fields[latAt]), parseNumber(fields[latAt + 1]), isFixed);
  applyMotion(fix, parseNumber(fields[latAt + 2]), parseNumber(fields[latAt + 3]));
  setSatellites(fix, parseNumber(fields[latAt + 4]));
  const type = typeOf(head);
  fix.attributes["type"] = type;
  if (isCellTracker) applyCells(fix, fields.slice(2, dateAt));
  else applyVehicle(fix, type, fields, latAt + 6);
  if (timeMs === null) fix.valid = false;
  return { fix, isWhole: (timeMs !== null || isNoDate(fields[dateAt])) && isPlace };
}

/** The type of a report, by its first field. */
export function typeOf(head: string): string {
  return head === statusHead ? "STT" : head.slice(-typeChars);
}

/** The first place from which a date and a time stand, -1 for none. */
export function findDate(fields: readonly string[], from: number): number {
  for (let index = from; index + 1 < fields.length; index++) {
    if (fields[index]?.length === 8 && fields[index + 1]?.length === 8 && fields[index + 1]?.[2] === ":")
      return index;
  }
  return -1;
}

/** The first field with a decimal point, which cells have none of; -1 for none. */
export function findLatitude(fields: readonly string[], from: number): number {
  for (let index = from; index + 1 < fields.length; index++) {
    if (fields[index]?.includes(".") === true) return index;
  }
  return -1;
}

/** Behind the identifier: the model, which ST200 leaves out, and the version of the software. */
function applyHead(fix: FixDraft, fields: readonly string[], dateAt: number): void {
  const version = fields[dateAt - 1];
  if (dateAt >= 3 && version !== undefined) fix.attributes["versionFw"] = version;
}

/**
 * The serving cell: one field of the family's own form, or of country, network, area and cell in decimal digits; or cell,
 * country, network, area and signal.
 */
export function applyServingCell(fix: FixDraft, fields: readonly string[]): void {
  const [id, mcc, mnc, lac, rssi] = fields;
  if (fields.length === 1 && id !== undefined && id !== "" && !applyDecimalCell(fix, id))
    fix.attributes["cell"] = id;
  if (fields.length !== 5) return;
  setCell(fix, 1, { mcc: parseNumber(mcc), mnc: parseNumber(mnc), lac: parseHex(lac), cellId: parseHex(id) });
  setNumber(fix, "rssi", parseNumber(rssi));
}

/** `404,98,52838,5108`; false if it is none. */
function applyDecimalCell(fix: FixDraft, text: string): boolean {
  const [mcc = null, mnc = null, lac = null, cellId = null, ...others] = text.split(",").map(parseNumber);
  if (cellId === null || others.length > 0) return false;
  setCell(fix, 1, { mcc, mnc, lac, cellId });
  return true;
}

/** How many fields say what a type is about; between those of UEX the data have been cut out. */
const kindFields = new Map([
  ["STT", 2],
  ["EMG", 1],
  ["ALT", 1],
  ["EVT", 1],
  ["UEX", 2],
]);

/**
 * Distance (m), supply (V), in some of ST200 the backup battery (V), inputs and outputs, then what the type is about.
 * ST500 has ignition and output where the others have one field of pins.
 */
function applyVehicle(fix: FixDraft, type: string, fields: readonly string[], at: number): void {
  const hasBattery = fields[at + 2]?.includes(".") === true;
  // Those that have the battery there write the distance in eight hexadecimal digits.
  const isHex = hasBattery && fields[at]?.length === hexDistanceDigits;
  setDistance(fix, isHex ? parseHex(fields[at]) : parseNumber(fields[at]));
  setNumber(fix, "power", parseNumber(fields[at + 1]));
  if (hasBattery) setNumber(fix, "battery", parseNumber(fields[at + 2]));
  const pinsAt = hasBattery ? at + 3 : at + 2;
  const pins = fields[pinsAt] ?? "";
  applyPins(fix, pins);
  const isShort = pins.length === 1;
  const kindAt = isShort ? pinsAt + 2 : pinsAt + 1;
  const number = parseNumber(fields[kindAt]);
  if (type !== "ALT" || !applyFenceAlert(fix, fields[kindAt])) applyKind(fix, type, number);
  // What follows behind a battery in front of the pins no manual that we have describes, nor the tail of ST500.
  if (hasBattery) return;
  if (type === "STT") setNumber(fix, "index", parseNumber(fields[kindAt + 1]));
  if (isShort) return;
  if (type === "ALT" && number !== null && keyIds.has(number)) applyKey(fix, fields[kindAt + 4]);
  const count = kindFields.get(type);
  if (count !== undefined) applyTail(fix, fields, kindAt + count);
}

/** The mode of a status, the identifier of another report. */
function applyKind(fix: FixDraft, type: string, number: number | null): void {
  if (type === "STT") setNumber(fix, "status", number);
  else if (type === "EMG") applyEmergency(fix, number);
  else if (type === "ALT") applyAlert(fix, number);
  else if (type === "EVT") setNumber(fix, "event", number);
}

/** What stands behind the ignition. */
export const pinNames = {
  six: ["in1", "in2", "in3", "out1", "out2"],
  eight: ["in1", "in2", "in3", "in4", "out1", "out2", "out3"],
} as const;

/** Ignition first, then the inputs, then two outputs, or three where there are eight pins. */
function applyPins(fix: FixDraft, pins: string): void {
  if (pins[0] !== "0" && pins[0] !== "1") return;
  fix.ignition = pins[0] === "1";
  const names = pins.length >= 8 ? pinNames.eight : pinNames.six;
  for (let pin = 1; pin < pins.length; pin++) {
    const name = names[pin - 1];
    if (name !== undefined) fix.attributes[name] = pins[pin] === "1";
  }
}

/** Where the device is set to send them: its meters, then the model's own. */
function applyTail(fix: FixDraft, fields: readonly string[], at: number): void {
  applyMeters(fix, fields, at);
  applyExtras(fix, fields.slice(at + 3));
}

/** Driving time (minutes), backup battery (V), whether the report is live. */
export function applyMeters(fix: FixDraft, fields: readonly string[], at: number): void {
  const minutes = parseNumber(fields[at]);
  if (minutes !== null && fields.length > at + 1) fix.attributes["hours"] = minutes * msPerMinute;
  setNumber(fix, "battery", parseNumber(fields[at + 1]));
  setArchive(fix, fields[at + 2]);
}

/** The driver's key; zeros are none. */
export function applyKey(fix: FixDraft, key: string | undefined): void {
  if (key !== undefined && /^(?!0+$)[0-9a-f]{8,20}$/i.test(key)) fix.attributes["driverUniqueId"] = key;
}

/** A cell tracker's report without place. */
function readCells(fields: readonly string[], nowMs: number): ReportReading {
  const fix = createFixDraft(nowMs);
  fix.attributes["type"] = typeOf(fields[0] ?? "");
  applyCells(fix, fields.slice(2));
  return { fix, isWhole: true };
}

/**
 * ST400: version, model, in some models a further field, then up to seven cells of six fields (cell, country, network,
 * signal, area, timing advance; of the neighbours the area in front of the signal), battery (V), whether it is live,
 * number, mode; behind it those with a further field in front have their network, temperature (°C) and whether they move.
 */
function applyCells(fix: FixDraft, fields: readonly string[]): void {
  const [version] = fields;
  if (version !== undefined) fix.attributes["versionFw"] = version;
  // A country has three digits and stands behind a cell.
  const hasFurtherField = !isCountry(fields[3]);
  const cellsAt = hasFurtherField ? 3 : 2;
  let at = cellsAt;
  let number = 1;
  while (at + 6 <= fields.length && !(fields[at] ?? "").includes(".")) {
    const isServing = at === cellsAt;
    const [cellId = null, mcc = null, mnc = null, third = null, fourth = null, fifth = null] = fields
      .slice(at, at + 6)
      .map(parseNumber);
    const [lac, rssi] = isServing ? [fourth, third] : [third, fourth];
    if (setCell(fix, number, { mcc, mnc, lac, cellId }) && rssi) fix.attributes[`rssi${number}`] = rssi;
    number++;
    if (isServing) setNumber(fix, "timingAdvance", fifth);
    at += 6;
  }
  setNumber(fix, "battery", parseNumber(fields[at]));
  setArchive(fix, fields[at + 1]);
  setNumber(fix, "index", parseNumber(fields[at + 2]));
  setNumber(fix, "status", parseNumber(fields[at + 3]));
  if (!hasFurtherField) return;
  setNumber(fix, "temp1", parseNumber(fields[at + 5]));
  const motion = parseNumber(fields[at + 6]);
  if (motion !== null) fix.attributes["motion"] = motion === movingState;
}

function isCountry(field: string | undefined): boolean {
  const country = parseNumber(field);
  return country !== null && country >= 200 && country <= 799 && field?.length === 3;
}
