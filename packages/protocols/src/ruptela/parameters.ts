import type { AlertType } from "@fleet/domain";
import type { ByteReader } from "../byte-reader.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";

/** How a number becomes an attribute: its name, what it is multiplied with, what is added, whether it has a sign. */
interface NumberRule {
  readonly name: string;
  readonly factor: number;
  readonly offset: number;
  readonly isSigned: boolean;
}

const number = (name: string, factor = 1, offset = 0): NumberRule => ({
  name,
  factor,
  offset,
  isSigned: false,
});
const signed = (name: string, factor = 1): NumberRule => ({ name, factor, offset: 0, isSigned: true });

const numberRules: ReadonlyMap<number, NumberRule> = new Map([
  [22, number("adc1", 0.001)],
  [23, number("adc2", 0.001)],
  [27, number("rssi")],
  [28, number("profile")],
  [29, number("power", 0.001)],
  [30, number("battery", 0.001)],
  [32, signed("deviceTemp")],
  [74, signed("temp4", 0.1)],
  [78, signed("temp1", 0.1)],
  [79, signed("temp2", 0.1)],
  [80, signed("temp3", 0.1)],
  [88, number("jamming")],
  [94, number("rpm", 0.25)],
  [95, number("obdSpeed")],
  [96, number("coolantTemp", 1, -40)],
  [98, number("fuelLevel", 100 / 255)],
  [100, number("fuelConsumption", 1 / 20)],
  [114, number("obdOdometer", 5)],
  [134, number("harshBraking")],
  [136, number("harshAcceleration")],
  [150, number("operator")],
  [163, number("obdOdometer", 5)],
  [197, number("rpm", 0.125)],
  [203, number("hours", 180_000)],
  [207, number("fuelLevel", 0.4)],
  [208, number("fuelUsed", 0.5)],
  [645, number("obdOdometer", 1000)],
]);
const flagNames: ReadonlyMap<number, string> = new Map([
  [2, "in1"],
  [3, "in2"],
  [4, "in3"],
  [173, "motion"],
]);
/** The ignition as the device works it out from what its owner has chosen, and the input that is wired to it. */
export const ignitionId = 409;
const workedOutIgnitionId = 251;
const ignitionInputId = 5;
export const odometerId = 65;
/** The key at a reader; zeros are a reader that holds none. */
const keyId = 34;

/** A part of a text: the attribute that the text becomes, and where the part waits for the others. */
interface TextPart {
  readonly name: string;
  readonly slot: string;
  readonly isFirst: boolean;
}

const textPart = (name: string, part: number): TextPart => ({
  name,
  slot: `${name}#${part}`,
  isFirst: part === 0,
});
/** Texts of eight characters a part. */
const textParts: ReadonlyMap<number, TextPart> = new Map([
  [104, textPart("vin", 0)],
  [105, textPart("vin", 1)],
  [106, textPart("vin", 2)],
  [123, textPart("registrationNumber", 0)],
  [124, textPart("registrationNumber", 1)],
  [126, textPart("driver1", 0)],
  [127, textPart("driver1", 1)],
  [155, textPart("driver2", 0)],
  [156, textPart("driver2", 1)],
]);

/** Parameters that are alerts while they are not zero. */
const alertsById: ReadonlyMap<number, AlertType> = new Map([
  [88, "jamming"],
  [134, "harsh_braking"],
  [135, "harsh_braking"],
  [136, "harsh_acceleration"],
  [198, "overspeed"],
  [199, "harsh_braking"],
  [200, "harsh_braking"],
  [201, "harsh_acceleration"],
  [410, "towing"],
  [411, "accident"],
  [758, "tampering"],
]);

/** The parameter that raises an alert; undefined where there is none. */
export function parameterOfAlert(alert: AlertType): number | undefined {
  for (const [id, type] of alertsById) if (type === alert) return id;
  return undefined;
}

/** Reads one parameter into the fix. */
export function applyParameter(fix: FixDraft, id: number, reader: ByteReader, size: number): void {
  if (size === 8) return applyLongParameter(fix, id, reader.take(8));
  const value = size === 1 ? reader.uint8() : size === 2 ? reader.uint16() : reader.uint32();
  if (reader.overrun) return;
  const alert = alertsById.get(id);
  if (alert !== undefined && value > 0 && !fix.alarms.includes(alert)) fix.alarms.push(alert);
  const flag = flagNames.get(id);
  const rule = numberRules.get(id);
  if (id === ignitionId) fix.ignition = value > 0;
  else if (id === workedOutIgnitionId) fix.ignition ??= value > 0;
  else if (id === ignitionInputId) fix.attributes["in4"] = value > 0;
  else if (id === odometerId) fix.odometerKm = value / 1000;
  else if (flag !== undefined) fix.attributes[flag] = value > 0;
  else if (rule === undefined) fix.attributes[unlistedName(id)] = value;
  // All bits set stand for a value that the vehicle does not give.
  else if (value !== 2 ** (size * 8) - 1 || rule.isSigned)
    fix.attributes[rule.name] = scale(rule.isSigned ? toSigned(value, size) : value, rule);
}

function applyLongParameter(fix: FixDraft, id: number, bytes: Uint8Array): void {
  if (bytes.length < 8) return;
  const text = textParts.get(id);
  if (id === keyId) {
    if (bytes.some((byte) => byte !== 0)) fix.attributes["driverUniqueId"] = toHex(bytes);
  } else if (text === undefined) fix.attributes[unlistedName(id)] = toHex(bytes);
  // Joined once all are there: they come in any order.
  else fix.attributes[text.slot] = Buffer.from(bytes).toString("latin1");
}

/** What only all parameters of a record say: texts of several parts, the ignition where only its input is sent. */
export function finishParameters(fix: FixDraft): void {
  const { attributes } = fix;
  const wired = attributes["in4"];
  if (fix.ignition === null && typeof wired === "boolean") fix.ignition = wired;
  const odometer = attributes["obdOdometer"];
  if (fix.odometerKm === null && typeof odometer === "number") fix.odometerKm = odometer / 1000;
  for (const { name, slot, isFirst } of textParts.values()) {
    const piece = attributes[slot];
    if (typeof piece !== "string") continue;
    delete attributes[slot];
    const before = isFirst ? undefined : attributes[name];
    const text = piece.replaceAll("\0", "").trim();
    if (text !== "") attributes[name] = typeof before === "string" ? before + text : text;
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
