import type { ByteReader } from "../byte-reader.ts";
import type { FixDraft } from "../fix-draft.ts";
import { unpaddedText } from "../latin-text.ts";
import { readDiagnostics } from "./diagnostics.ts";
import { isGateway, readGateway, readTags } from "./gateway.ts";
import { readOldPosition, readPosition } from "./place.ts";
import { applyReason, applyReception, applyStatus, applyWarning } from "./status.ts";
import { setText } from "./texts.ts";

/** Reads what one type of package says; what is missing at the end stays unsaid. */
export type Report = (fix: FixDraft, reader: ByteReader) => void;

export const locationType = 0x12;
export const warningType = 0x14;
const phoneBytes = 21;

/** Version 1: a position; then status, battery, signal and two inputs, which older devices leave out. */
function readOldLocation(fix: FixDraft, reader: ByteReader): void {
  readOldPosition(fix, reader);
  if (reader.remaining < 2) return;
  applyStatus(fix, reader.uint16());
  setNumber(fix, reader, "battery", 2, (value) => value / 1000);
  setNumber(fix, reader, "rssi", 2);
  setNumber(fix, reader, "adc1", 2);
  setNumber(fix, reader, "adc2", 2);
}

function readOldWarning(fix: FixDraft, reader: ByteReader): void {
  readOldPosition(fix, reader);
  applyWarning(fix, reader.uint8());
  if (reader.remaining >= 2) applyStatus(fix, reader.uint16());
}

/** Why, at what time of the device's own zone, and the status; some devices have a byte more in front. */
function readOldState(fix: FixDraft, reader: ByteReader): void {
  readOldPosition(fix, reader);
  if (reader.remaining === 6) reader.uint8();
  const reason = reader.uint8();
  reader.take(4);
  if (reader.remaining >= 2) applyStatus(fix, reader.uint16());
  // Said of this very moment, it goes before the status.
  applyReason(fix, reason);
}

/** The status, and in some packages of type 7 an unnamed number behind it. */
function readHeartbeat(fix: FixDraft, reader: ByteReader): void {
  applyStatus(fix, reader.uint16());
}

function readOldDiagnostics(fix: FixDraft, reader: ByteReader): void {
  if (reader.remaining <= 4) readHeartbeat(fix, reader);
  else readDiagnostics(fix, reader);
}

/** Version 2: a position, the status, then what the device measures. */
function readLocation(fix: FixDraft, reader: ByteReader): void {
  readPosition(fix, reader);
  readStatus(fix, reader);
  setNumber(fix, reader, "battery", 2, (value) => value / 1000);
  if (isGateway(reader)) return readGateway(fix, reader);
  setNumber(fix, reader, "adc1", 2);
  setNumber(fix, reader, "adc2", 2);
  if (reader.remaining >= 4) fix.odometerKm = reader.uint32() / 1000;
  // How often the device has used network and satellites.
  reader.take(Math.min(4, reader.remaining));
  setNumber(fix, reader, "steps", 2);
  setNumber(fix, reader, "walkingTime", 2);
  setNumber(fix, reader, "temp1", 2, (value) => toSigned(value) / 256);
  setNumber(fix, reader, "humidity", 2, (value) => value / 10);
  setNumber(fix, reader, "illuminance", 4, (value) => value / 256);
  setNumber(fix, reader, "co2", 4);
  setNumber(fix, reader, "temp2", 2, (value) => toSigned(value) / 16);
  readTags(fix, reader);
}

function readWarning(fix: FixDraft, reader: ByteReader): void {
  readPosition(fix, reader);
  applyWarning(fix, reader.uint8());
  readStatus(fix, reader);
}

function readReport(fix: FixDraft, reader: ByteReader): void {
  readPosition(fix, reader);
  const reason = reader.uint8();
  readStatus(fix, reader);
  applyReason(fix, reason);
}

function readOldMessage(fix: FixDraft, reader: ByteReader): void {
  readOldPosition(fix, reader);
  readShortMessage(fix, reader);
}

function readMessage(fix: FixDraft, reader: ByteReader): void {
  readPosition(fix, reader);
  readShortMessage(fix, reader);
}

/** A short message that the device has got: from whom, and what. */
function readShortMessage(fix: FixDraft, reader: ByteReader): void {
  const phone = unpaddedText(reader.take(phoneBytes));
  if (phone !== "") fix.attributes["phone"] = phone;
  setText(fix, "message", reader.take(reader.remaining));
}

function readStatus(fix: FixDraft, reader: ByteReader): void {
  if (reader.remaining < 2) return;
  const status = reader.uint16();
  applyStatus(fix, status);
  applyReception(fix, status);
}

function setNumber(
  fix: FixDraft,
  reader: ByteReader,
  name: string,
  size: 2 | 4,
  convert?: (value: number) => number,
): void {
  if (reader.remaining < size) return;
  const value = size === 2 ? reader.uint16() : reader.uint32();
  fix.attributes[name] = convert === undefined ? value : convert(value);
}

function toSigned(value: number): number {
  return value >= 0x8000 ? value - 0x1_0000 : value;
}

/** Types of packages that carry records. */
export const reports: ReadonlyMap<number, Report> = new Map<number, Report>([
  [0x02, readOldLocation],
  [0x03, readHeartbeat],
  [0x04, readOldWarning],
  [0x05, readOldState],
  [0x06, readOldMessage],
  [0x07, readOldDiagnostics],
  [locationType, readLocation],
  [warningType, readWarning],
  [0x15, readReport],
  [0x16, readMessage],
  [0x17, readDiagnostics],
]);
