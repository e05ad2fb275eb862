import { ByteReader } from "../byte-reader.ts";
import { setCourse, setNumber } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { packedDigits, toHex } from "../hex.ts";
import { latinText } from "../latin-text.ts";
import { setPlace } from "../set-place.ts";
import { gpsBytes, readDate, readGps, readPlace } from "./blocks.ts";
import { applyAlarmCode, cameraAlarms } from "./alarms.ts";
import type { Part, Report } from "./report.ts";
import { readVoltage } from "./status.ts";

const languageBytes = 2;

/** An answer to a command in 0x15: length, flag of the server, text, language. */
export function readText({ fix, reader }: Report): void {
  reader.take(5);
  applyAnswer(fix, textOf(reader.take(Math.max(0, reader.remaining - languageBytes))));
}

const utf16Code = 2;
const utf16 = new TextDecoder("utf-16be");
/** An answer to a command in 0x21: flag of the server, encoding, text. */
export function readEncodedText({ fix, reader }: Report): void {
  reader.take(4);
  const code = reader.uint8();
  const content = reader.take(reader.remaining);
  applyAnswer(fix, code === utf16Code ? unpadded(utf16.decode(content)) : textOf(content));
}

const placePattern =
  /^Current position!\s*Lat: ?([NS])(\d{1,3}\.\d{1,8}), ?Lon: ?([EW])(\d{1,3}\.\d{1,8}), ?Course: ?(\d{1,3}(?:\.\d{1,4})?), ?Speed: ?(\d{1,3}(?:\.\d{1,4})?)(?: ?km\/h)?, ?DateTime: ?20(\d\d)-(\d\d)-(\d\d) {1,3}(\d\d): ?(\d\d): ?(\d\d)/i;

/** The answer to a request for the place: its time is in UTC, as that of the records is. */
function applyPlace(fix: FixDraft, text: string): void {
  const [, northOrSouth, lat, eastOrWest, lng, course, speed, ...time] = placePattern.exec(text) ?? [];
  if (lat === undefined) return;
  const timeMs = readDate(new ByteReader(Uint8Array.from(time, Number)));
  const isSouth = northOrSouth?.toUpperCase() === "S";
  const isWest = eastOrWest?.toUpperCase() === "W";
  const isPlace = setPlace(
    fix,
    isSouth ? -Number(lat) : Number(lat),
    isWest ? -Number(lng) : Number(lng),
    true,
  );
  if (timeMs === null || !isPlace) return;
  fix.fixTimeMs = timeMs;
  setCourse(fix, Number(course));
  fix.speedKmh = Number(speed);
}

function applyAnswer(fix: FixDraft, text: string): void {
  applyPlace(fix, text);
  const iccid = /ICCID:(\w+)/.exec(text)?.[1];
  if (iccid !== undefined) fix.attributes["iccid"] = iccid;
  else if (text !== "") fix.attributes["result"] = text;
}

const identityNames = ["imei", "imsi", "iccid", "bluetoothMac"];
/** Identities of device and card, with `&&` between. */
export function readIdentityText({ fix, reader }: Report): void {
  const text = textOf(reader.take(reader.remaining));
  if (!/^\d{15}&&/.test(text)) return;
  for (const [index, value] of text.split("&&", identityNames.length).entries()) {
    setIdentity(fix, identityNames[index] ?? "", value);
  }
}

/** What a device at the serial line says: its text, or hexadecimal where it is none. */
export function readSerialData({ fix, reader }: Report): void {
  reader.take(1);
  const content = reader.take(reader.remaining);
  const text = textOf(content);
  fix.attributes["result"] = /^[\x20-\x7e]+$/.test(text) ? text : toHex(content);
  applyThermometer(fix, content);
}

const thermometerHead = "3c03";
const thermometerEnd = 0x0d;
const thermometerBytes = 7;
const signBit = 0x80;
/**
 * A thermometer's own frame: head, address, tenths of a degree, the exclusive or of all in front, end. How it writes what
 * is below zero is not known.
 */
function applyThermometer(fix: FixDraft, frame: Uint8Array): void {
  const [, , , high = 0, low = 0, check = 0, end = 0] = frame;
  if (frame.length !== thermometerBytes || end !== thermometerEnd || (high & signBit) !== 0) return;
  if (toHex(frame.subarray(0, 2)) !== thermometerHead) return;
  if (frame.subarray(0, -2).reduce((sum, byte) => sum ^ byte, 0) !== check) return;
  fix.attributes["temp1"] = ((high << 8) | low) / 10;
}

/** What an attached module says: its number, a length, its text, or hexadecimal where it is none. */
export function readModuleData({ fix, reader }: Report): void {
  fix.attributes["module"] = reader.uint16();
  const content = reader.take(Math.min(reader.uint16(), reader.remaining));
  const text = textOf(content);
  fix.attributes["result"] = /^[\x20-\x7e]+$/.test(text) ? text : toHex(content);
}

/** The information packet: what it is about, then what that is. */
export function readInformationPacket(date: Part): Part {
  return (report) => {
    const { fix, reader } = report;
    const about = reader.uint8();
    if (about === 0x00) readVoltage(report, "power");
    else if (about === 0x04) applyTerminalState(report);
    else if (about === 0x05) {
      if (reader.remaining > 6) date(report);
      const bits = reader.uint8();
      fix.attributes["door"] = (bits & 1) !== 0;
      fix.attributes["io1"] = (bits & 4) !== 0;
    } else if (about === 0x09) applySatellites(report);
    else if (about === 0x0a) {
      setIdentity(fix, "imei", toHex(reader.take(8)).slice(1));
      setIdentity(fix, "imsi", toHex(reader.take(8)).slice(1));
      setIdentity(fix, "iccid", packedDigits(reader.take(10)));
    } else if (about === 0x0b && reader.remaining === 1) {
      fix.attributes["networkTechnology"] = reader.uint8() > 0 ? "4G" : "2G";
    } else if (about === 0x0b && reader.remaining === 2) readVoltage(report, "power");
    else if (about === 0x0d) {
      if (readDate(new ByteReader(reader.bytes, reader.offset)) !== null) date(report);
      applyFuelText(report);
    } else if (about === 0x15 && hasProbes(reader)) applyProbes(report);
    else if (about === 0x1b) {
      applyReader(fix, reader.take(reader.remaining));
    } else if (about === 0x1e) {
      fix.attributes["temp1"] = reader.int32() / 10;
      fix.attributes["humidity"] = reader.uint32() / 10;
    } else fix.attributes[`information${about}`] = toHex(reader.take(reader.remaining));
  };
}

/** What is at the serial line: a text, or a reader's own frame: start, length, card, check, end. */
function applyReader(fix: FixDraft, content: Uint8Array): void {
  const text = textOf(content);
  if (/^[A-Za-z][\x20-\x7e]*$/.test(text)) fix.attributes["serial"] = text;
  else fix.attributes["driverUniqueId"] = toHex(content.subarray(2, -2));
}

/** Of GPS and BeiDou each: state, the signals of those in use behind their number, those of the others likewise. */
function applySatellites({ fix, reader }: Report): void {
  const content = reader.take(reader.remaining);
  const systems = new ByteReader(content);
  let used = 0;
  let others = 0;
  for (let count = 0; count < 2; count++) {
    systems.take(1);
    used += systems.take(systems.uint8()).length;
    others += systems.take(systems.uint8()).length;
  }
  if (systems.overrun) fix.attributes["information9"] = toHex(content);
  else {
    fix.satellites = used;
    fix.attributes["satVisible"] = used + others;
  }
}

function setIdentity(fix: FixDraft, name: string, digits: string): void {
  if (digits !== "") fix.attributes[name] = digits;
}

const probeAddressBytes = 8;
const probeBytes = probeAddressBytes + 2;

/** Whether there are as many temperature sensors as their number in front says. */
function hasProbes({ bytes, offset, remaining }: ByteReader): boolean {
  return remaining === 1 + (bytes[offset] ?? 0) * probeBytes;
}

/** Wired temperature sensors: how many, then the address and hundredths of a degree of each. */
function applyProbes({ fix, reader }: Report): void {
  const count = reader.uint8();
  for (let index = 1; index <= count; index++) {
    reader.take(probeAddressBytes);
    fix.attributes[`temp${index}`] = reader.int16() / 100;
  }
}

/** `KEY=value;…`: the settings that the device synchronises. */
function applyTerminalState({ fix, reader }: Report): void {
  const text = textOf(reader.take(reader.remaining));
  fix.attributes["settings"] = text;
  const iccid = /ICCID=(\w+)/.exec(text)?.[1];
  if (iccid !== undefined) fix.attributes["iccid"] = iccid;
  for (const [, key = "", value = ""] of text.matchAll(
    /(?:^|;)(ALM[1-4]|STA1|DYD)=([0-9A-Fa-f]{1,8})(?=;|$)/g,
  )) {
    fix.attributes[stateNames.get(key) ?? key] = Number.parseInt(value, 16);
  }
}
/** Bits, as sent. */
const stateNames = new Map([
  ["ALM1", "alarm1Status"],
  ["ALM2", "alarm2Status"],
  ["ALM3", "alarm3Status"],
  ["ALM4", "alarm4Status"],
  ["STA1", "otherStatus"],
  ["DYD", "engineStatus"],
]);

/** `!AIOIL,address,level,temperature,…`: what a fuel sensor says; in some models its time stands in front. */
function applyFuelText({ fix, reader }: Report): void {
  const text = textOf(reader.take(reader.remaining));
  fix.attributes["fuelSensor"] = text;
  const [, level, degrees] = /^!AIOIL,[^,]*,(\d{1,6}\.\d{1,6})(?:,(\d{1,6}\.\d{1,6}))?/.exec(text) ?? [];
  if (level !== undefined) fix.attributes["fuel"] = Number(level);
  if (degrees !== undefined) fix.attributes["temp1"] = Number(degrees);
}

/** Ignition, pairs of a parameter and its value, and the location. */
export function readDiagnostics(report: Report): void {
  report.fix.ignition = report.reader.uint8() === 1;
  readTripDiagnostics(report);
}

/** Those of a trip have no ignition. */
export function readTripDiagnostics({ fix, reader }: Report): void {
  const text = textOf(reader.take(Math.max(0, reader.remaining - gpsBytes)));
  for (const pair of text.split(",").slice(0, 50)) {
    const [key = "", value = ""] = pair.split("=", 2);
    const [name, scale] = diagnosticNames.get(key.slice(0, 2).toUpperCase()) ?? [];
    if (name === undefined || value === "") continue;
    const number = /^[0-9a-f]{1,12}$/i.test(value) ? Number.parseInt(value, 16) * (scale ?? 1) : null;
    if (name === "vin") fix.attributes["vin"] = value;
    else if (name === "odometer") fix.odometerKm = number;
    else setNumber(fix, name, number);
  }
  readGps(fix, reader);
}

const diagnosticNames = new Map<string, readonly [name: string, scale: number]>([
  ["28", ["odometer", 0.01]],
  ["2B", ["fuel", 0.01]],
  ["2D", ["coolantTemp", 0.01]],
  ["35", ["obdSpeed", 0.01]],
  ["36", ["rpm", 0.01]],
  ["47", ["fuelUsed", 0.01]],
  ["49", ["hours", 36_000]],
  ["4A", ["vin", 1]],
]);

/**
 * The alarm of a camera: time, place where it has one, alarm, names of the files. A first word of all ones says that
 * satellites, speed and supply (0.1 V) are there too; a report without place has nothing but the alarm.
 */
export function readAlarmFile(date: Part): Part {
  return (report) => {
    const { fix, reader } = report;
    const isFull = reader.bytes[reader.offset] === 0xff && reader.bytes[reader.offset + 1] === 0xff;
    if (isFull) reader.take(3);
    date(report);
    if (isFull) fix.satellites = reader.uint8() & 0x0f;
    if (isFull || reader.remaining > gpsBytes) readPlace(fix, reader, () => null);
    if (isFull) {
      fix.speedKmh = reader.uint16();
      readVoltage(report, "power", 10);
    }
    const code = reader.uint8();
    if (reader.overrun) return;
    applyAlarmCode(fix, code, cameraAlarms);
    // Several codes have one name: it is told which.
    fix.attributes["event"] = code;
    if (reader.remaining >= 2) fix.attributes["eventData"] = reader.uint16();
    const names = textOf(reader.take(reader.remaining));
    if (names !== "") fix.attributes["eventFiles"] = names;
  };
}

function textOf(bytes: Uint8Array): string {
  return unpadded(latinText(bytes));
}

/** A text without what devices pad it with. */
function unpadded(text: string): string {
  const end = text.indexOf("\0");
  return (end < 0 ? text : text.slice(0, end)).trim();
}
