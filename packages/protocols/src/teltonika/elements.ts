import type { AlertType } from "@fleet/domain";
import type { FixDraft } from "../fix-draft.ts";
import type { ByteReader } from "../byte-reader.ts";
import { toHex } from "../hex.ts";
import { latinText } from "../latin-text.ts";
import { applyOperatorCode } from "../operator-code.ts";
import { decodeBeacons, decodeDevices, decodeTags } from "./beacons.ts";
import { usualTable } from "./element-rules.ts";
import { ofKeyLines, range } from "./rule-forms.ts";
import type { ElementRule } from "./rule-forms.ts";

/**
 * In the key lines: a limit of data, a driver's key and a camera's speed, not a fall, idling, a missing battery and
 * jamming.
 */
const keyIds: ReadonlySet<number> = new Set([242, 251, 252, 318]);

/** Zones 51 to 100 of the key lines; no other line has elements of one byte here. */
const furtherZoneIds = range(550, 599);
/** Zones of the device's own geofences, in the usual lines and in the key lines. */
const zoneIds: ReadonlySet<number> = new Set([
  ...range(61, 65),
  70,
  88,
  ...range(91, 99),
  ...range(153, 159),
  175,
  ...range(190, 198),
  208,
  209,
  ...range(216, 231),
  ...furtherZoneIds,
]);
const keyZoneIds: ReadonlySet<number> = new Set([...range(155, 175), ...range(327, 356), ...furtherZoneIds]);
/** In the key lines, the number of the zone in which it is too fast. */
const keyZoneOverspeedId = 248;

/** Elements of one byte whose change is an alert, and the values that raise it. */
const alarmRules: Readonly<Record<number, (value: number) => AlertType | null>> = {
  236: (value) => (value === 1 ? "sos" : null),
  246: (value) => (value === 1 ? "towing" : null),
  // A crash or its trace, of a calibrated device or not; 7 and 8 are potholes and speed bumps.
  247: (value) => (value >= 1 && value <= 6 ? "accident" : null),
  249: (value) => (value === 1 ? "jamming" : null),
  252: (value) => (value === 1 ? "power_cut" : null),
  253: (value) => ([null, "harsh_acceleration", "harsh_braking", "harsh_cornering"] as const)[value] ?? null,
  255: (value) => (value > 0 ? "overspeed" : null),
  318: (value) => (value === 1 || value === 2 ? "jamming" : null),
  // A lone worker who did not answer in time, of the GH5200 and its like.
  400: (value) => (value === 3 ? "sos" : null),
  520: (value) => (value > 0 ? "tampering" : null),
};

/** Elements whose change to 1 is told by name: the service has no type of alert for them. */
const otherAlarms: Readonly<Record<number, string>> = {
  242: "fallDown",
  243: "idle",
  251: "idle",
  1412: "fallDown",
  // What a camera sees of the driver.
  11_700: "fatigueDriving",
  11_701: "distraction",
  11_703: "phone",
  11_704: "smoking",
};

/** The documented end of the odometer (m); all ones would be a vehicle's first reading, which its odometer begins with. */
const odometerMax = 0x7fff_ffff;

/** Of 240: 5, in place of 1, is what a tracker without a vehicle says where it sets out, as it says 4 where it stops. */
const movingValues: ReadonlySet<number> = new Set([1, 5]);

/** Reads one element of 1, 2, 4 or 8 bytes into the fix and gives its number, zero for one of 8. */
export function applyElement(
  fix: FixDraft,
  id: number,
  size: number,
  rule: ElementRule | undefined,
  reader: ByteReader,
): number {
  if (size === 8) {
    applyLongElement(fix, rule?.form, rule?.name ?? unlistedName(id), reader.take(8));
    return 0;
  }
  const value = readNumber(reader, size, rule?.form === "signed");
  if (id === 239 && size === 1) fix.ignition = value === 1;
  else if (id === 240 && size === 1) fix.attributes["motion"] = movingValues.has(value);
  else if (id === 216 && size === 4) fix.odometerKm = value / 1000;
  // In FMB6 this is what a CAN adapter has counted, beside the device's own odometer.
  else if (id === 16 && size === 4 && value <= odometerMax) fix.odometerKm ??= value / 1000;
  else if (id === 182 && size === 2) fix.hdop = value / 10;
  else if (rule === undefined || value > rule.max || value === rule.absent)
    fix.attributes[unlistedName(id)] = value;
  else if (rule.form === "flag") fix.attributes[rule.name] = value === 1;
  else fix.attributes[rule.name] = (value * rule.factor) / rule.divisor;
  return value;
}

/**
 * What the element that made the device write the record says by its value, once the other elements are read. It alone
 * raises an alert, since a lasting state, such as an unplugged battery, is in every record.
 */
export function applyEvent(fix: FixDraft, id: number, size: number, value: number, marks: number): void {
  if (size !== 1) return;
  const isKeyLine = (marks & ofKeyLines) > 0;
  if (isKeyLine && keyIds.has(id)) return;
  const alarm = alarmRules[id]?.(value);
  if (alarm) fix.alarms.push(alarm);
  if (isKeyLine && id === keyZoneOverspeedId && value > 0) fix.alarms.push("overspeed");
  if ((isKeyLine ? keyZoneIds : zoneIds).has(id)) {
    if (value === 3) fix.alarms.push("overspeed");
    const name = (["geofenceExit", "geofenceEnter"] as const)[value];
    if (name !== undefined) fix.attributes["alarm"] = name;
  } else if (value === 1) {
    const name = otherAlarms[id];
    if (name !== undefined) fix.attributes["alarm"] = name;
  }
}

/** The tachograph gives the last of a VIN's 17 signs in an element of one byte, which elsewhere is the level of the oil. */
const lastVinPart = "oilLevel";
const vinPartsLength = 16;

/**
 * Older firmware says 2000, 3000 or 4000 for the temperature of a Bluetooth sensor that it does not find or understand,
 * which are temperatures too, and the same for its humidity, which is none.
 */
const radioErrors: ReadonlySet<unknown> = new Set([2000, 3000, 4000]);
const radioSensors = [
  { tempId: 25, name: "bleTemp1", humidity: "io86" },
  { tempId: 26, name: "bleTemp2", humidity: "io104" },
  { tempId: 27, name: "bleTemp3", humidity: "io106" },
  { tempId: 28, name: "bleTemp4", humidity: "io108" },
  ...[1, 2, 3, 4].map((number, index) => ({
    tempId: 701 + index,
    name: `bleTemp${number}`,
    humidity: `io${709 + index}`,
  })),
];

/** What only all elements of a record say: a cell, texts of several parts, and sensors that are not there. */
export function finishElements(fix: FixDraft): void {
  const { attributes } = fix;
  applyOperatorCode(fix);
  applyNeighbourCells(fix);
  for (const { tempId, name, humidity } of radioSensors) {
    const error = attributes[humidity];
    if (!radioErrors.has(error) || attributes[name] !== Number(error) / 100) continue;
    delete attributes[name];
    attributes[unlistedName(tempId)] = Number(error);
  }
  const { vin, registrationNumber, fuelUsedCounted, fuelUsedGps } = attributes;
  const fuelUsed = fuelUsedCounted ?? fuelUsedGps;
  if (fuelUsed !== undefined) attributes["fuelUsed"] ??= fuelUsed;
  if (typeof registrationNumber === "string") attributes["registrationNumber"] = registrationNumber.trim();
  const code = attributes[lastVinPart];
  if (typeof vin !== "string" || vin.length !== vinPartsLength || typeof code !== "number") return;
  const sign = String.fromCodePoint(code);
  if (!/^[0-9A-Z]$/.test(sign)) return;
  attributes["vin"] = vin + sign;
  delete attributes[lastVinPart];
}

/** A card at a reader says who drives, where no key does, and else the card in the tachograph. */
export function applyDriver({ attributes }: FixDraft): void {
  const driver = attributes["rfid"] ?? attributes["driverCard"];
  if (driver !== undefined) attributes["driverUniqueId"] ??= String(driver);
}

const neighbourNames = [2, 3, 4, 5].map((number) => ({
  mcc: `mcc${number}`,
  mnc: `mnc${number}`,
  lac: `lac${number}`,
  cellId: `cellId${number}`,
}));

/** The cells that are heard beside the own one are of its country, and of its network if they name none. */
function applyNeighbourCells({ attributes }: FixDraft): void {
  const { mcc1, mnc1 } = attributes;
  if (mcc1 === undefined || mnc1 === undefined) return;
  for (const { mcc, mnc, lac, cellId } of neighbourNames) {
    if (attributes[lac] === undefined || attributes[cellId] === undefined) continue;
    attributes[mcc] = mcc1;
    attributes[mnc] ??= mnc1;
  }
}

/** Eight bytes are identifiers and texts more often than numbers: a number only where it is exact. */
function applyLongElement(
  fix: FixDraft,
  form: ElementRule["form"] | undefined,
  name: string,
  bytes: Uint8Array,
): void {
  if (bytes.length < 8) return;
  const value = Buffer.from(bytes.buffer, bytes.byteOffset, 8).readBigUInt64BE();
  if (form === "textPart") {
    const part = toText(bytes).replace(/[^\x20-\x7e]/g, "");
    const before = fix.attributes[name] ?? "";
    if (part !== "") fix.attributes[name] = `${before}${part}`;
  } else if (form === "identifier") {
    // Zeros are a reader that holds no key.
    if (value > 0n) fix.attributes[name] = toHex(bytes);
  } else if (form === "key") {
    if (value > 0n) fix.attributes[name] = printedKey(bytes);
  } else if (form === "digits") {
    if (value > 0n) fix.attributes[name] = value.toString();
  } else fix.attributes[name] = value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString();
}

/**
 * A one-wire key as it is printed: its checksum, its number, its family. Trackers begin with the family, as the key does
 * on the wire. What has no such checksum is left as it was sent.
 */
function printedKey(bytes: Uint8Array): string {
  if (oneWireChecksum(bytes) === 0) return toHex(bytes.toReversed()).toUpperCase();
  return oneWireChecksum(bytes.toReversed()) === 0 ? toHex(bytes).toUpperCase() : toHex(bytes);
}

/** Zero over the number of a one-wire device together with its checksum, which stands last. */
function oneWireChecksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8c : crc >> 1;
  }
  return crc;
}

const isPlain = /^[\x20-\x7e]*$/;

/** Reads an element of any length, as only Codec 8 Extended has them, into the fix. */
export function applyVariableElement(fix: FixDraft, id: number, value: Uint8Array): void {
  switch (id) {
    case 385:
      decodeBeacons(fix, value);
      return;
    case 548:
    case 10_828:
    case 10_829:
    case 10_831:
    case 11_317:
      decodeTags(fix, value);
      return;
    case 585:
      if (!decodeDevices(fix, value)) fix.attributes[unlistedName(id)] = toHex(value);
      return;
    default: {
      const rule = usualTable[0]?.[id];
      const text = rule === undefined ? "" : toText(value);
      if (rule?.form === "text") fix.attributes[rule.name] = text;
      else if (rule?.form === "list" && isPlain.test(text))
        fix.attributes[rule.name] = text.replaceAll(/[,.]/g, " ");
      else fix.attributes[unlistedName(id)] = toHex(value);
    }
  }
}

function readNumber(reader: ByteReader, size: number, isSigned: boolean): number {
  switch (size) {
    case 1:
      return isSigned ? reader.int8() : reader.uint8();
    case 2:
      return isSigned ? reader.int16() : reader.uint16();
    default:
      return isSigned ? reader.int32() : reader.uint32();
  }
}

function toText(value: Uint8Array): string {
  return latinText(value.subarray(0, value.findLastIndex((byte) => byte !== 0) + 1));
}

const unlistedNames: string[] = [];

function unlistedName(id: number): string {
  return (unlistedNames[id] ??= `io${id}`);
}
