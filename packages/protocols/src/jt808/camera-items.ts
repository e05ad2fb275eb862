import { ByteReader } from "../byte-reader.ts";
import { addAlarm } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { packedDigits, toHex } from "../hex.ts";
import { setLevel } from "./power-items.ts";
import type { ItemReader } from "./state.ts";
import { hexOf, readValues } from "./streams.ts";

/** The label of T/JSATL 12, and that of T/GDRTA 002, whose terminals have identifiers of thirty characters. */
const labelBytes = 16;
const longLabelBytes = 40;
/** What stands in front of the label. */
const cameraAlarmBytes = 31;
const blindSpotAlarmBytes = 25;
/** Speed, height, place, time, state of the vehicle. */
const placeBytes = 19;
const tyreBytes = 9;
const ended = 2;

/** Alarms in front of the vehicle, by their kind. */
const roadAlarms = new Map([
  [0x01, "forwardCollision"],
  [0x02, "laneDeparture"],
  [0x03, "vehicleProximity"],
  [0x04, "pedestrianCollision"],
  [0x05, "frequentLaneChange"],
  [0x06, "roadSignExceeded"],
  [0x07, "obstacle"],
]);
/** Alarms of the driver's state. */
const driverAlarms = new Map([
  [0x01, "fatigueDriving"],
  [0x02, "phone"],
  [0x03, "smoking"],
  [0x04, "distraction"],
  [0x05, "driverAbnormal"],
]);
/** Those that T/GDRTA 002 has besides; elsewhere the same kinds are the maker's own. */
const furtherDriverAlarms = new Map([
  ...driverAlarms,
  [0x06, "cameraCovered"],
  [0x08, "drivingTime"],
  [0x0a, "seatBelt"],
  [0x0c, "handsOff"],
  [0x0d, "phone"],
]);

/** Alarms of what comes near from behind. */
const blindSpotAlarms = new Map([
  [0x01, "rearApproach"],
  [0x02, "leftRearApproach"],
  [0x03, "rightRearApproach"],
]);
/** Alarms of tyres by their bit. */
const tyreAlarms: readonly (readonly [bit: number, name: string])[] = [
  [1, "tirePressureHigh"],
  [2, "tirePressureLow"],
  [3, "tireTemperature"],
  [4, "tireSensorFault"],
  [5, "tireImbalance"],
  [6, "tireLeak"],
  [7, "tireSensorBattery"],
];

/** How long the label behind so many bytes is; null where what is left is none. */
function labelLength(value: ByteReader, bytes: number): number | null {
  const length = value.remaining - bytes;
  return length === labelBytes || length === longLabelBytes ? length : null;
}

/** A camera's alarm of the driver-assistance standards: number, state, kind, …, and the label under which its files are asked for. */
function cameraAlarm(
  names: ReadonlyMap<number, string>,
  namesOfLongLabel = names,
  bytes = cameraAlarmBytes,
): ItemReader {
  return (fix, value) => {
    const length = labelLength(value, bytes);
    if (length === null) return false;
    value.take(4);
    const state = value.uint8();
    const name = (length === longLabelBytes ? namesOfLongLabel : names).get(value.uint8());
    if (state !== ended && name !== undefined) addAlarm(fix, name);
    value.take(value.remaining - length);
    addLabel(fix, value.take(length));
    return true;
  };
}

/** Adds the label under which an alarm's files are asked for. */
function addLabel(fix: FixDraft, bytes: Uint8Array): void {
  const label = toHex(bytes);
  const before = fix.attributes["alarmLabel"];
  fix.attributes["alarmLabel"] = typeof before === "string" ? `${before},${label}` : label;
}

export const roadAlarm = cameraAlarm(roadAlarms);
export const driverAlarm = cameraAlarm(driverAlarms, furtherDriverAlarms);
export const blindSpotAlarm = cameraAlarm(blindSpotAlarms, blindSpotAlarms, blindSpotAlarmBytes);

/**
 * Alarms of tyres: number, state, the place, the label, how many tyres; of each its number from 0, alarms, pressure (kPa),
 * temperature, and the level of its sensor's battery.
 */
export const tyreAlarm: ItemReader = (fix, value) => {
  value.take(4);
  const state = value.uint8();
  value.take(placeBytes);
  const start = value.offset;
  const isLong = value.bytes[start + longLabelBytes] === tyresBehind(value, start + longLabelBytes);
  const label = value.take(isLong ? longLabelBytes : labelBytes);
  const count = value.uint8();
  if (value.overrun || value.remaining !== count * tyreBytes) return false;
  addLabel(fix, label);
  for (let index = 0; index < count; index++) {
    const name = `tire${value.uint8() + 1}`;
    const bits = value.uint16();
    fix.attributes[`${name}Pressure`] = value.uint16() / 100;
    fix.attributes[`${name}Temp`] = value.int16();
    fix.attributes[`${name}BatteryLevel`] = Math.min(100, value.uint16());
    const alarms = state === ended ? [] : tyreAlarms.filter(([bit]) => (bits >> bit) & 1);
    for (const [, alarm] of alarms) addAlarm(fix, alarm);
  }
  return true;
};

/** How many tyres there is room for behind their number. */
function tyresBehind(value: ByteReader, at: number): number {
  return (value.bytes.length - at - 1) / tyreBytes;
}

/** Harsh driving in the form of the camera alarms: number, state, kind. */
export const behaviourAlarm: ItemReader = (fix, value) => {
  if (value.remaining < 6) return false;
  const length = labelLength(value, cameraAlarmBytes);
  value.take(4);
  const state = value.uint8();
  const kind = value.uint8();
  if (length !== null) {
    value.take(value.remaining - length);
    addLabel(fix, value.take(length));
  }
  if (state === ended) return true;
  if (kind === 1) fix.alarms.push("harsh_acceleration");
  else if (kind === 2) fix.alarms.push("harsh_braking");
  else if (kind === 3) fix.alarms.push("harsh_cornering");
  return true;
};

const valuesOfCamera = 0x2005;
const iccidBytes = 10;
/**
 * What Jimi's cameras say in item E8 behind an identifier and a length: values of the same form, of which 1 is the
 * battery (0.01 V), 3 its level, 5 the SIM. Others are `tag<id>`.
 */
export const cameraValues: ItemReader = (fix, value) => {
  if (value.uint16() !== valuesOfCamera || value.uint8() !== value.remaining) return false;
  const values = readValues(value);
  for (const [id, bytes] of values) {
    const inner = new ByteReader(bytes);
    if (id === 0x0001 && bytes.length === 2) fix.attributes["battery"] = inner.uint16() / 100;
    else if (id === 0x0003 && bytes.length === 1) setLevel(fix, inner.uint8());
    else if (id === 0x0005 && bytes.length === iccidBytes) fix.attributes["iccid"] = packedDigits(bytes);
    else if (bytes.length > 0) fix.attributes[`tag${hexOf(id)}`] = toHex(bytes);
  }
  return values.length > 0;
};

const extendedAlarmMax = 0x0fff;
const extendedAlarms = new Map([
  [0x0001, "cameraFault"],
  [0x0002, "cameraCovered"],
]);
/** An alarm of Jimi's cameras in item E8: its kind, then the label and what there is to say of it, each behind its length. */
export const extendedCameraAlarm: ItemReader = (fix, value) => {
  const kind = value.uint16();
  const label = value.take(value.uint8());
  value.take(value.uint8());
  if (value.overrun || value.remaining > 0 || label.length === 0) return false;
  if (kind === 0 || kind > extendedAlarmMax) return false;
  addAlarm(fix, extendedAlarms.get(kind) ?? hexOf(kind));
  addLabel(fix, label);
  return true;
};

/** A region or route: its kind and number, then the direction. */
export const regionAlarm: ItemReader = (fix, value) => {
  if (value.remaining !== 6) return false;
  value.take(5);
  addAlarm(fix, value.uint8() === 0 ? "geofenceEnter" : "geofenceExit");
  return true;
};
