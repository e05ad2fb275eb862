import type { AlertType } from "@fleet/domain";
import type { ByteReader } from "../byte-reader.ts";
import { addAlert } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import { latinText } from "../latin-text.ts";
import { applyOperatorCode } from "../operator-code.ts";
import { areaMax, cellIdMax } from "../set-cell.ts";

/** How a number becomes an attribute: its name, what it is multiplied with, what is added, whether it has a sign. */
interface NumberRule {
  readonly name: string;
  readonly factor: number;
  readonly offset: number;
  readonly isSigned: boolean;
  /** Whether the value as sent, its sign considered, stands for none. All bits set do so in any case. */
  readonly isAbsent: (value: number, size: number) => boolean;
}

const isNone = (): boolean => false;

const number = (
  name: string,
  factor = 1,
  offset = 0,
  isAbsent: NumberRule["isAbsent"] = isNone,
): NumberRule => ({
  name,
  factor,
  offset,
  isSigned: false,
  isAbsent,
});
const signed = (name: string, factor = 1, isAbsent: NumberRule["isAbsent"] = isNone): NumberRule => ({
  ...number(name, factor, 0, isAbsent),
  isSigned: true,
});

/** Values of the vehicle's bus: by SAE J1939 the last ones say that there is none, or an error. */
const busValueMax = new Map([
  [1, 250],
  [2, 0xfaff],
  [4, 0xfaff_ffff],
]);
const busNumber = (name: string, factor: number, offset = 0): NumberRule =>
  number(name, factor, offset, (value, size) => value > (busValueMax.get(size) ?? Infinity));

/** What a thermometer says that has no value: faults, and the value that it starts with. */
const thermometer = (name: string): NumberRule =>
  signed(name, 0.1, (value) => value >= 2000 || value === 850);
const radioThermometer = (name: string): NumberRule => signed(name, 0.01, (value) => value > 32_700);
const radioHygrometer = (name: string): NumberRule => number(name, 0.01, 0, (value) => value > 10_000);

/** What the device chooses of the diagnostic socket and the vehicle's bus: it gives way to what only one of them says. */
const chosenRules: ReadonlyMap<number, NumberRule> = new Map([
  [920, number("rpm")],
  [921, number("obdSpeed")],
  [922, number("obdOdometer", 1000)],
  [923, number("fuelLevel")],
  [924, number("fuel")],
  [925, number("fuelConsumption", 0.05)],
  [926, number("coolantTemp", 1, -40)],
  [927, number("ambientTemp", 1, -40)],
  [928, number("throttle")],
  [929, number("evBatteryLevel")],
]);

const numberRules: ReadonlyMap<number, NumberRule> = new Map([
  ...[...chosenRules.keys()].map((id) => [id, number(`io${id}`)] as const),
  [20, number("adc3")],
  [21, number("adc4")],
  [22, number("adc1")],
  [23, number("adc2")],
  [27, number("rssi", 1, 0, (value) => value > 31)],
  [28, number("profile")],
  [29, number("power", 0.001)],
  [30, number("battery", 0.001)],
  [32, signed("deviceTemp")],
  [39, busNumber("engineLoad", 1)],
  [41, busNumber("axleWeight1", 0.5)],
  [49, signed("accelerationX", 0.05)],
  [50, signed("accelerationY", 0.05)],
  [51, signed("accelerationZ", 0.05)],
  [52, busNumber("axleWeight2", 0.5)],
  [53, busNumber("axleWeight3", 0.5)],
  [54, busNumber("axleWeight4", 0.5)],
  [55, busNumber("axleWeight5", 0.5)],
  [74, thermometer("temp3")],
  [77, number("distance")],
  [78, thermometer("temp0")],
  [79, thermometer("temp1")],
  [80, thermometer("temp2")],
  [88, number("jamming")],
  [89, busNumber("ambientTemp", 0.03125, -273)],
  [92, busNumber("fuelUsed", 0.001)],
  [94, number("rpm", 0.25)],
  [95, number("obdSpeed")],
  [96, number("coolantTemp", 1, -40)],
  [97, number("ambientTemp", 1, -40)],
  [98, number("fuelLevel", 100 / 255)],
  [100, number("fuelConsumption", 1 / 20)],
  [103, number("throttle", 100 / 255)],
  [114, busNumber("obdOdometer", 5)],
  [115, busNumber("coolantTemp", 1, -40)],
  [116, busNumber("fuelConsumption", 0.05)],
  [134, number("harshBraking")],
  [136, number("harshAcceleration")],
  [143, number("harshCornering")],
  [150, number("operator")],
  [163, number("obdOdometer", 5)],
  [164, number("tripOdometer", 5)],
  [165, busNumber("obdSpeed", 1 / 256)],
  [166, busNumber("rpm", 0.125)],
  [170, number("batteryCurrent", 0.001)],
  [197, busNumber("rpm", 0.125)],
  [203, busNumber("hours", 180_000)],
  [205, number("fuel")],
  [206, busNumber("throttle", 0.4)],
  [207, busNumber("fuelLevel", 0.4)],
  [208, busNumber("fuelUsed", 0.5)],
  [209, busNumber("fuel2Level", 0.4)],
  [210, busNumber("obdSpeed", 1 / 256)],
  [481, busNumber("fuel2Level", 0.4)],
  [515, number("evBatteryLevel", 0.5)],
  [530, number("fuel", 0.001)],
  [587, busNumber("intakeTemp", 1, -40)],
  [600, radioThermometer("tag0Temp")],
  [601, radioThermometer("tag1Temp")],
  [602, radioThermometer("tag2Temp")],
  [603, radioThermometer("tag3Temp")],
  [604, radioThermometer("tag4Temp")],
  [605, radioHygrometer("tag0Humidity")],
  [606, radioHygrometer("tag1Humidity")],
  [607, radioHygrometer("tag2Humidity")],
  [608, radioHygrometer("tag3Humidity")],
  [609, radioHygrometer("tag4Humidity")],
  [642, number("fuel")],
  [645, number("obdOdometer", 1000)],
  [722, number("evBatteryLevel")],
  [754, busNumber("fuelUsed", 0.001)],
  [764, number("tag0BatteryLevel")],
  [765, number("tag1BatteryLevel")],
  [766, number("tag2BatteryLevel")],
  [767, number("tag3BatteryLevel")],
  [768, number("tag4BatteryLevel")],
  [769, number("tag0Battery", 0.1)],
  [770, number("tag1Battery", 0.1)],
  [771, number("tag2Battery", 0.1)],
  [772, number("tag3Battery", 0.1)],
  [773, number("tag4Battery", 0.1)],
  [851, number("lac1", 1, 0, (value) => value === 0 || value > areaMax)],
  [852, number("cellId1", 1, 0, (value) => value > cellIdMax)],
  [996, number("power", 0.001)],
  [997, number("adc1")],
  [998, number("adc2")],
]);
/** What has no name here and a sign: temperatures of sensors and refrigerators, angles, forces, differences. */
const signedIds: ReadonlySet<number> = new Set([
  6, 26, 33, 56, 57, 58, 59, 60, 61, 62, 63, 64, 75, 76, 144, 145, 146, 147, 148, 149, 184, 185, 186, 187,
  212, 419, 509, 510, 511, 512, 513, 514, 520, 584, 585, 586, 594, 611, 612, 613, 640, 755, 756, 757, 840,
  842, 843, 844, 887, 888, 903, 904, 916, 917,
]);
const flagNames: ReadonlyMap<number, string> = new Map([
  [2, "in1"],
  [3, "in2"],
  [4, "in3"],
  [173, "motion"],
  [988, "in5"],
  [989, "in6"],
]);
/** Outputs, which are active at zero. */
const outputNames: ReadonlyMap<number, string> = new Map([
  [111, "out3"],
  [112, "out4"],
  [405, "out1"],
  [406, "out2"],
]);
/** The ignition as the device works it out from what its owner has chosen, on the vehicle's bus, and at its input. */
export const ignitionId = 409;
const workedOutIgnitionId = 251;
const busIgnitionId = 522;
const ignitionInputId = 5;
/** Where the ignition on the bus waits for one that the device works out. */
const busIgnitionSlot = "ignition#bus";
export const odometerId = 65;
/** Whether the vehicle moves, as its tachograph says on the bus: it gives way to the device's own sensor. */
const tachographMotionId = 13;
/** The current (mA) that charges the device's battery. */
const chargeCurrentId = 170;
const noCurrent = 0xffff;
/** The two halves of what a Bluetooth beacon is called, and where they wait for each other. */
const beaconIdSlots: ReadonlyMap<number, string> = new Map([
  [760, "tagId#0"],
  [761, "tagId#1"],
]);
/** Keys, cards and tags at a reader, of which the first says who drives. */
const keyIds: ReadonlySet<number> = new Set([34, 171, 172, 617, 620]);

/** A part of a text: the attribute that the text becomes, and where the part waits for the others. */
interface TextPart {
  readonly name: string;
  readonly slot: string;
  readonly isFirst: boolean;
}

const partsOf = (name: string, count: number): TextPart[] =>
  Array.from({ length: count }, (_, part) => ({ name, slot: `${name}#${part}`, isFirst: part === 0 }));
const vin = partsOf("vin", 3);
const registrationNumber = partsOf("registrationNumber", 2);
const driver1 = partsOf("driver1", 2);
const driver2 = partsOf("driver2", 2);
/** Texts of eight characters a part, of the diagnostic socket, the vehicle's bus and the tachograph. */
const textParts: ReadonlyMap<number, TextPart> = new Map(
  (
    [
      [104, vin],
      [123, vin],
      [152, vin],
      [939, vin],
      [126, driver1],
      [155, driver1],
      [128, driver2],
      [157, driver2],
      [167, registrationNumber],
    ] as const
  ).flatMap(([first, parts]) => parts.map((part, index): [number, TextPart] => [first + index, part])),
);
const allTextParts = [vin, registrationNumber, driver1, driver2].flat();
/** What the bus says that has no text. */
const noText = /^(F{8}|[*\0\xff]*)$/;

/** Parameters that are alerts while they are not zero: states and counts since the last record. */
export const alertsById: ReadonlyMap<number, AlertType> = new Map([
  [88, "jamming"],
  [134, "harsh_braking"],
  [135, "harsh_braking"],
  [136, "harsh_acceleration"],
  [143, "harsh_cornering"],
  [410, "towing"],
  [411, "accident"],
  [558, "sos"],
  [758, "tampering"],
  [985, "power_cut"],
]);
/** A parameter of one byte without a value. */
const noAlert = 255;
/** Parameters that newer devices have other things under: alerts where they made the device write the record. */
export const alertsByEvent: ReadonlyMap<number, AlertType> = new Map([
  [198, "overspeed"],
  [199, "harsh_braking"],
  [200, "harsh_braking"],
  [201, "harsh_acceleration"],
]);
/** Alarms that the service has no type for: the parameter, its value, and the name of their attribute. */
const otherAlarms: ReadonlyMap<number, readonly [value: number, alarm: string]> = new Map([
  [169, [1, "idle"] as const],
  [415, [0, "gpsAntennaCut"] as const],
  [739, [1, "geofence"] as const],
]);

/** Reads one parameter into the fix. `isEvent` says that it made the device write the record. */
export function applyParameter(
  fix: FixDraft,
  id: number,
  reader: ByteReader,
  { size, isEvent }: { readonly size: number; readonly isEvent: boolean },
): void {
  if (size === 8) return applyLongParameter(fix, id, reader.take(8));
  const value = size === 1 ? reader.uint8() : size === 2 ? reader.uint16() : reader.uint32();
  if (reader.overrun) return;
  applyAlarm(fix, id, value, isEvent);
  if (id === chargeCurrentId && value !== noCurrent) fix.attributes["charge"] = value > 0;
  const flag = flagNames.get(id);
  const output = outputNames.get(id);
  const rule = numberRules.get(id);
  if (id === ignitionId) fix.ignition = value > 0;
  else if (id === workedOutIgnitionId) fix.ignition ??= value > 0;
  else if (id === busIgnitionId && value <= 1) fix.attributes[busIgnitionSlot] = value === 1;
  else if (id === ignitionInputId) fix.attributes["in4"] = value > 0;
  else if (id === tachographMotionId && value <= 1) fix.attributes["motion"] ??= value === 1;
  else if (id === odometerId) fix.odometerKm = value / 1000;
  else if (flag !== undefined) fix.attributes[flag] = value > 0;
  else if (output !== undefined) fix.attributes[output] = value === 0;
  else if (rule === undefined)
    fix.attributes[unlistedName(id)] = signedIds.has(id) ? toSigned(value, size) : value;
  else applyNumber(fix, rule, value, size);
}

function applyAlarm(fix: FixDraft, id: number, value: number, isEvent: boolean): void {
  const alert = alertsById.get(id) ?? (isEvent ? alertsByEvent.get(id) : undefined);
  const other = otherAlarms.get(id);
  if (alert !== undefined && value > 0 && value !== noAlert) addAlert(fix, alert);
  if (other?.[0] === value) fix.attributes["alarm"] = other[1];
}

function applyNumber(fix: FixDraft, rule: NumberRule, unsigned: number, size: number): void {
  // All bits set stand for a value that the vehicle does not give.
  if (!rule.isSigned && unsigned === 2 ** (size * 8) - 1) return;
  const value = rule.isSigned ? toSigned(unsigned, size) : unsigned;
  if (!rule.isAbsent(value, size)) fix.attributes[rule.name] = scale(value, rule);
}

function applyLongParameter(fix: FixDraft, id: number, bytes: Uint8Array): void {
  if (bytes.length < 8) return;
  const text = textParts.get(id);
  const beaconIdSlot = beaconIdSlots.get(id);
  if (keyIds.has(id)) {
    if (isIdentifier(bytes)) fix.attributes["driverUniqueId"] ??= toHex(bytes);
  } else if (beaconIdSlot !== undefined) {
    if (isIdentifier(bytes)) fix.attributes[beaconIdSlot] = toHex(bytes);
  } else if (text === undefined) fix.attributes[unlistedName(id)] = toHex(bytes);
  // Joined once all are there: they come in any order.
  else {
    const characters = latinText(bytes);
    if (!noText.test(characters)) fix.attributes[text.slot] = characters;
  }
}

/** Neither zeros nor all ones. */
function isIdentifier(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte !== 0) && bytes.some((byte) => byte !== 0xff);
}

/**
 * What only all parameters of a record say: a cell, texts of several parts, the ignition where only its input is sent, and what
 * the device chooses of two sources, where neither is sent.
 */
export function finishParameters(fix: FixDraft): void {
  const { attributes } = fix;
  applyOperatorCode(fix);
  const onBus = attributes[busIgnitionSlot];
  if (onBus !== undefined) delete attributes[busIgnitionSlot];
  for (const ignition of [onBus, attributes["in4"]])
    if (fix.ignition === null && typeof ignition === "boolean") fix.ignition = ignition;
  for (const [id, rule] of chosenRules) {
    const chosen = attributes[unlistedName(id)];
    if (typeof chosen !== "number" || attributes[rule.name] !== undefined) continue;
    delete attributes[unlistedName(id)];
    attributes[rule.name] = scale(chosen, rule);
  }
  const odometer = attributes["obdOdometer"];
  if (fix.odometerKm === null && typeof odometer === "number") fix.odometerKm = odometer / 1000;
  for (const { name, slot, isFirst } of allTextParts) {
    const piece = attributes[slot];
    if (typeof piece !== "string") continue;
    delete attributes[slot];
    const before = isFirst ? undefined : attributes[name];
    const text = piece.replaceAll(/[\0*\xff]/g, "").trim();
    if (text !== "") attributes[name] = typeof before === "string" ? before + text : text;
  }
  for (const slot of beaconIdSlots.values()) {
    const half = attributes[slot];
    if (half === undefined) continue;
    delete attributes[slot];
    attributes["tagId"] = `${attributes["tagId"] ?? ""}${half}`;
  }
  // The card of the first driver, where no key says who drives.
  const driver = attributes["driver1"];
  if (driver !== undefined) attributes["driverUniqueId"] ??= driver;
}

function toSigned(value: number, size: number): number {
  return value >= 2 ** (size * 8 - 1) ? value - 2 ** (size * 8) : value;
}

/** Multiplied without the noise that a fraction of ten leaves behind. */
function scale(value: number, { factor, offset }: NumberRule): number {
  return (factor === 1 ? value : Math.round(value * factor * 1e6) / 1e6) + offset;
}

const unlistedNames: string[] = [];

function unlistedName(id: number): string {
  return (unlistedNames[id] ??= `io${id}`);
}
