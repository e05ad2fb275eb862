import type { AlertType } from "@fleet/domain";
import type { FixDraft } from "../fix-draft.ts";
import type { ByteReader } from "../byte-reader.ts";
import { toHex } from "../hex.ts";
import { decodeBeacons, decodeTags } from "./beacons.ts";

/** How an element's value is read: a number divided into its unit, a yes or no, an identifier, or a text. */
interface ElementRule {
  readonly name: string;
  readonly form: "unsigned" | "signed" | "percent" | "flag" | "identifier" | "text";
  /** Bytes of the value, 0 for any. Another model's element of the same id is told by its size. */
  readonly size: number;
  readonly divisor: number;
}

const unsigned = (size: number, name: string, divisor = 1): ElementRule => ({
  name,
  form: "unsigned",
  size,
  divisor,
});
const signed = (size: number, name: string, divisor = 1): ElementRule => ({
  name,
  form: "signed",
  size,
  divisor,
});
const percent = (name: string): ElementRule => ({ name, form: "percent", size: 1, divisor: 1 });
const flag = (name: string): ElementRule => ({ name, form: "flag", size: 1, divisor: 1 });
const identifier = (name: string): ElementRule => ({ name, form: "identifier", size: 8, divisor: 1 });
const text = (name: string): ElementRule => ({ name, form: "text", size: 0, divisor: 1 });

/** AVL ids of the FM platform and the attributes that they become; what is not listed becomes `io<id>`. */
const rules: Readonly<Record<number, ElementRule>> = {
  1: flag("in1"),
  2: flag("in2"),
  3: flag("in3"),
  4: flag("in4"),
  6: unsigned(2, "adc2"),
  9: unsigned(2, "adc1"),
  11: unsigned(8, "iccid1"),
  12: unsigned(4, "fuelUsedGps", 1000),
  13: unsigned(2, "fuelRateGps", 100),
  14: unsigned(8, "iccid2"),
  15: unsigned(2, "ecoScore", 100),
  17: signed(2, "axisX"),
  18: signed(2, "axisY"),
  19: signed(2, "axisZ"),
  21: unsigned(1, "rssi"),
  24: unsigned(2, "gnssSpeed"),
  25: signed(2, "bleTemp1", 100),
  26: signed(2, "bleTemp2", 100),
  27: signed(2, "bleTemp3", 100),
  28: signed(2, "bleTemp4", 100),
  29: unsigned(1, "bleBattery1"),
  30: unsigned(1, "dtcCount"),
  31: percent("engineLoad"),
  32: signed(1, "coolantTemp"),
  36: unsigned(2, "rpm"),
  37: unsigned(1, "obdSpeed"),
  48: percent("fuelLevel"),
  66: unsigned(2, "power", 1000),
  67: unsigned(2, "battery", 1000),
  68: unsigned(2, "batteryCurrent", 1000),
  69: unsigned(1, "gnssStatus"),
  72: signed(4, "temp1", 10),
  73: signed(4, "temp2", 10),
  74: signed(4, "temp3", 10),
  75: signed(4, "temp4", 10),
  78: identifier("driverUniqueId"),
  80: unsigned(1, "workMode"),
  81: unsigned(1, "obdSpeed"),
  82: percent("throttle"),
  83: unsigned(4, "fuelUsed", 10),
  84: unsigned(2, "fuel", 10),
  85: unsigned(2, "rpm"),
  86: unsigned(2, "bleHumidity1", 10),
  87: unsigned(4, "obdOdometer"),
  89: percent("fuelLevel"),
  90: unsigned(2, "door"),
  104: unsigned(2, "bleHumidity2", 10),
  106: unsigned(2, "bleHumidity3", 10),
  108: unsigned(2, "bleHumidity4", 10),
  110: unsigned(2, "fuelConsumption", 10),
  113: percent("batteryLevel"),
  115: signed(2, "engineTemp", 10),
  179: flag("out1"),
  180: flag("out2"),
  181: unsigned(2, "pdop", 10),
  199: unsigned(4, "tripOdometer"),
  200: unsigned(1, "sleepMode"),
  205: unsigned(2, "cellId"),
  206: unsigned(2, "lac"),
  207: identifier("rfid"),
  236: unsigned(1, "alarmButton"),
  237: unsigned(1, "networkType"),
  240: flag("motion"),
  241: unsigned(4, "operator"),
  246: unsigned(1, "towing"),
  247: unsigned(1, "crash"),
  249: unsigned(1, "jamming"),
  250: unsigned(1, "trip"),
  251: unsigned(1, "idling"),
  252: unsigned(1, "unplug"),
  253: unsigned(1, "greenDrivingType"),
  254: unsigned(1, "greenDrivingValue"),
  255: unsigned(1, "overspeed"),
  256: text("vin"),
  281: text("dtcs"),
  318: unsigned(1, "gnssJamming"),
  636: unsigned(4, "cellId"),
};

/** Elements whose change is an alert, and the values that raise it. */
const alarmRules: Readonly<Record<number, (value: number) => AlertType | null>> = {
  236: (value) => (value === 1 ? "sos" : null),
  246: (value) => (value === 1 ? "towing" : null),
  // 1 to 5 are crashes in their degrees of certainty; 6 and 7 are potholes and speed bumps.
  247: (value) => (value >= 1 && value <= 5 ? "accident" : null),
  249: (value) => (value === 1 ? "jamming" : null),
  252: (value) => (value === 1 ? "power_cut" : null),
  253: (value) => ([null, "harsh_acceleration", "harsh_braking", "harsh_cornering"] as const)[value] ?? null,
  255: (value) => (value > 0 ? "overspeed" : null),
  318: (value) => (value > 0 ? "jamming" : null),
};

/**
 * Reads one element of 1, 2, 4 or 8 bytes into the fix. An alert is raised only by the element that made the
 * device write the record (`eventId`), since a lasting state, such as an unplugged battery, is in every record.
 */
export function applyElement(
  fix: FixDraft,
  element: { id: number; size: number; isEvent: boolean },
  reader: ByteReader,
): void {
  const { id, size } = element;
  const rule = rules[id]?.size === size ? rules[id] : undefined;
  if (size === 8) {
    applyLongElement(fix, rule?.form, rule?.name ?? unlistedName(id), reader.take(8));
    return;
  }
  const value = readNumber(reader, size, rule?.form === "signed");
  if (element.isEvent) {
    const alarm = alarmRules[id]?.(value);
    if (alarm) fix.alarms.push(alarm);
  }
  if (id === 239 && size === 1) fix.ignition = value === 1;
  else if (id === 16 && size === 4) fix.odometerKm = value / 1000;
  else if (id === 182 && size === 2) fix.hdop = value / 10;
  // Beyond its range a percentage stands for an error.
  else if (rule === undefined || (rule.form === "percent" && value > 100))
    fix.attributes[unlistedName(id)] = value;
  else if (rule.form === "flag") fix.attributes[rule.name] = value === 1;
  else fix.attributes[rule.name] = rule.divisor === 1 ? value : value / rule.divisor;
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
  if (form === "identifier") {
    // Zeros are a reader that holds no key.
    if (value > 0n) fix.attributes[name] = toHex(bytes);
  } else fix.attributes[name] = value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString();
}

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
    default: {
      const rule = rules[id];
      if (rule?.form === "text") fix.attributes[rule.name] = toText(value);
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
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1").replace(/\0+$/, "");
}

const unlistedNames: string[] = [];

function unlistedName(id: number): string {
  return (unlistedNames[id] ??= `io${id}`);
}
