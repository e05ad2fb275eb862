import { ByteReader } from "../byte-reader.ts";
import { addAlarm } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { toHex } from "../hex.ts";
import { latinText, unpaddedText } from "../latin-text.ts";
import { behaviourAlarm, blindSpotAlarm, driverAlarm, roadAlarm, tyreAlarm } from "./camera-items.ts";
import { alarmStream, diagnosticStream, terminalStream } from "./streams.ts";
import { readTaggedValues } from "./tagged-values.ts";
import type { DeviceState, ItemReader } from "./state.ts";
import { asText, either, scaled } from "./values.ts";

/** Temperatures of 0.1 °C, as many as there is room for. */
const temperatures: ItemReader = (fix, value) => {
  if (value.remaining % 2 !== 0 || value.remaining > 16) return false;
  for (let index = 1; value.remaining >= 2; index++) {
    const raw = value.int16();
    if (raw !== -0x8000) fix.attributes[`temp${index}`] = raw / 10;
  }
  return true;
};

/** A number of cells, each country, network, area, cell (of two bytes or four) and signal. */
const cells: ItemReader = (fix, value) => {
  const count = value.uint8();
  const size = value.remaining / count;
  if (size !== 8 && size !== 10) return false;
  for (let index = 1; index <= count; index++) {
    fix.attributes[`mcc${index}`] = value.uint16();
    fix.attributes[`mnc${index}`] = value.uint8();
    fix.attributes[`lac${index}`] = value.uint16();
    fix.attributes[`cellId${index}`] = size === 8 ? value.uint16() : value.uint32();
    fix.attributes[`rssi${index}`] = value.uint8();
  }
  return true;
};

/** The serving cell: country, network, area and cell of two, two, three and four bytes, and a signal. */
const servingCell: ItemReader = (fix, value) => {
  if (value.remaining !== 12) return false;
  fix.attributes["mcc1"] = value.uint16();
  fix.attributes["mnc1"] = value.uint16();
  fix.attributes["lac1"] = value.uint8() * 0x1_0000 + value.uint16();
  fix.attributes["cellId1"] = value.uint32();
  return true;
};

/** Cells: country, network, area, cell, signal, of two, one, two, four and two bytes. */
const cellsWithWideSignal: ItemReader = (fix, value) => {
  if (value.remaining % 11 !== 0) return false;
  for (let index = 1; value.remaining >= 11; index++) {
    fix.attributes[`mcc${index}`] = value.uint16();
    fix.attributes[`mnc${index}`] = value.uint8();
    fix.attributes[`lac${index}`] = value.uint16();
    fix.attributes[`cellId${index}`] = value.uint32();
    fix.attributes[`rssi${index}`] = value.uint16();
  }
  return true;
};

/** The serving cell: country, network, area and cell of two, two, four and four bytes. */
const wideServingCell: ItemReader = (fix, value) => {
  if (value.remaining !== 12) return false;
  fix.attributes["mcc1"] = value.uint16();
  fix.attributes["mnc1"] = value.uint16();
  fix.attributes["lac1"] = value.uint32();
  fix.attributes["cellId1"] = value.uint32();
  return true;
};

/** Access points: address and signal. */
const accessPoints: ItemReader = (fix, value) => {
  if (value.remaining % 7 !== 0) return false;
  for (let index = 1; value.remaining >= 7; index++) {
    fix.attributes[`wifi${index}Mac`] = toHex(value.take(6));
    fix.attributes[`wifi${index}Rssi`] = value.int8();
  }
  return true;
};

/** Access points behind their number. */
const countedAccessPoints: ItemReader = (fix, value, state) =>
  value.uint8() * 7 === value.remaining && accessPoints(fix, value, state);

const identityOfSim: ItemReader = (fix, value) => {
  const digits = latinText(value.bytes);
  if (!/^\d{18,20}[\dA-F]?\0?$/.test(digits)) return false;
  fix.attributes["iccid"] = digits.replace("\0", "");
  return true;
};

const armed: ItemReader = (fix, value) => {
  if (value.remaining !== 1) return false;
  fix.attributes["armed"] = value.uint8() === 1;
  return true;
};

/** Bits 0 to 5: acceleration, deceleration, braking, cornering, collision, rollover. */
const behaviour: ItemReader = (fix, value) => {
  if (value.remaining !== 2) return false;
  const bits = value.uint16();
  if (bits & 0x01) fix.alarms.push("harsh_acceleration");
  if (bits & 0x06) fix.alarms.push("harsh_braking");
  if (bits & 0x08) fix.alarms.push("harsh_cornering");
  if (bits & 0x30) fix.alarms.push("accident");
  return true;
};

const axes: ItemReader = (fix, value) => {
  if (value.remaining !== 6) return false;
  fix.attributes["acceleration"] = `[${value.int16()},${value.int16()},${value.int16()}]`;
  return true;
};

/** Harsh driving in the upper byte, and bits of an extended alarm behind. */
const drivingAlarms: ItemReader = (fix, value) => {
  if (value.remaining !== 8) return false;
  applyDriving(fix, value.uint16() >> 8);
  value.uint16();
  if (value.uint32() & 0x1_0000) addAlarm(fix, "door");
  return true;
};

/** Bits 0 to 2: acceleration, braking, cornering. */
function applyDriving(fix: FixDraft, bits: number): void {
  if (bits & 1) fix.alarms.push("harsh_acceleration");
  if (bits & 2) fix.alarms.push("harsh_braking");
  if (bits & 4) fix.alarms.push("harsh_cornering");
}

/** Behind a mark, items of their own: 01 holds driving alarms. */
const markedItems: ItemReader = (fix, value) => {
  if (value.uint8() !== 0x7c) return false;
  while (value.remaining >= 2) {
    const id = value.uint8();
    const inner = new ByteReader(value.take(value.uint8()));
    if (id === 0x01 && inner.remaining === 4) applyDriving(fix, inner.uint32());
  }
  return true;
};

/** Tyres: number, sensor, pressure (0.025 bar), temperature, state. */
const tyres: ItemReader = (fix, value) => {
  if (value.remaining % 8 !== 0) return false;
  while (value.remaining >= 8) {
    const index = value.uint8();
    value.take(3);
    const pressure = value.uint16();
    const temperature = value.uint8();
    if (value.uint8() === 0 && pressure === 0) continue;
    fix.attributes[`tire${index}Pressure`] = Math.round(pressure * 25) / 1000;
    fix.attributes[`tire${index}Temp`] = temperature - 50;
  }
  return true;
};

/** Sensors: number, address, temperature and humidity, each a whole and 255ths. */
const sensors: ItemReader = (fix, value) => {
  if (value.remaining % 11 !== 0) return false;
  while (value.remaining >= 11) {
    const index = value.uint8();
    value.take(6);
    const whole = value.int8();
    fix.attributes[`temp${index}`] = whole + ((whole < 0 ? -1 : 1) * value.uint8()) / 255;
    fix.attributes[`humidity${index}`] = value.uint8() + value.uint8() / 255;
    value.take(1);
  }
  return true;
};

/** Locks: sensor, card, battery, state of two bytes. */
const locks: ItemReader = (fix, value) => {
  const count = value.uint8();
  if (count === 0 || value.remaining !== count * 13) return false;
  for (let index = 1; index <= count; index++) {
    fix.attributes[`lock${index}Id`] = toHex(value.take(5));
    fix.attributes[`lock${index}Card`] = toHex(value.take(5));
    fix.attributes[`lock${index}Battery`] = value.uint8();
    fix.attributes[`lock${index}Locked`] = (value.uint16() & 0x20) === 0;
  }
  return true;
};

/** Reason, which values follow, then temperature, humidity, light, acceleration; the thresholds behind are not kept. */
const environment: ItemReader = (fix, value) => {
  if (value.remaining < 2) return false;
  // The same event is a vibration in the alarm word.
  if (value.uint8() === 0x02) fix.attributes["alarm"] = "movement";
  const present = value.uint8();
  if (present & 0x01) fix.attributes["light"] = value.uint16();
  if (present & 0x02) fix.attributes["temp1"] = value.int16() / 10;
  if (present & 0x04) fix.attributes["humidity"] = value.uint16() / 10;
  if (present & 0x08) fix.attributes["acceleration"] = `[${value.int16()},${value.int16()},${value.int16()}]`;
  return true;
};

/** Battery (mV), charging, level. */
const battery: ItemReader = (fix, value) => {
  if (value.remaining !== 6) return false;
  fix.attributes["battery"] = value.uint32() / 1000;
  fix.attributes["charge"] = value.uint8() === 1;
  setLevel(fix, value.uint8());
  return true;
};

/** Level, voltage (0.01 V), and two bytes more. */
const batteryOrSupply: ItemReader = (fix, value) => {
  if (value.remaining !== 6) return false;
  const level = value.uint16();
  const voltage = value.uint16() / 100;
  if (level > 0) setLevel(fix, level);
  if (voltage > 0) fix.attributes[level > 0 ? "battery" : "power"] = voltage;
  return true;
};

const level: ItemReader = (fix, value) => {
  if (value.remaining !== 1) return false;
  setLevel(fix, value.uint8());
  return true;
};

function setLevel(fix: FixDraft, percent: number): void {
  if (percent <= 100) fix.attributes["batteryLevel"] = percent;
}

/** Charging, level. */
const chargeAndLevel: ItemReader = (fix, value) => {
  if (value.remaining !== 2) return false;
  fix.attributes["charge"] = value.uint8() === 1;
  setLevel(fix, value.uint8());
  return true;
};

/** `UTC+08:00`: the zone that the device's times are in, from here on; or values that are tagged once more. */
const zoneOrTagged: ItemReader = (fix, value, state: DeviceState) => {
  const content = latinText(value.bytes);
  const [, sign, hours, minutes] = /^UTC([+-])(\d\d):(\d\d)/.exec(content) ?? [];
  if (hours === undefined || minutes === undefined) return readTaggedValues(fix, value);
  fix.attributes["timezone"] = content.slice(0, 9);
  state.zoneMs = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return true;
};

const codes: ItemReader = (fix, value) => {
  const list = unpaddedText(value.bytes);
  if (list !== "") fix.attributes["dtcs"] = list.split(",").join(" ");
  return true;
};

const tenths: ItemReader = (fix, value) => {
  if (value.remaining !== 10) return false;
  value.take(5);
  fix.attributes["battery"] = value.uint16() / 100;
  return true;
};

/** The level in tenths, then in hundredths where the device knows it. */
const tens: ItemReader = (fix, value) => {
  if (value.remaining !== 2) return false;
  const level10 = value.uint8();
  const percent = value.uint8();
  setLevel(fix, percent > 0 && percent <= 100 ? percent : level10 * 10);
  return true;
};

/** Items of makers, beyond 0x50, told from one another by their lengths where two use the same identifier. */
export const makersItems: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  [0x51, temperatures],
  [0x53, cells],
  [0x54, countedAccessPoints],
  [0x56, tens],
  [0x57, drivingAlarms],
  [0x5d, cells],
  [0x61, scaled("power", 100, 2)],
  [0x64, roadAlarm],
  [0x65, driverAlarm],
  [0x66, either(tyreAlarm, cellsWithWideSignal)],
  [0x67, blindSpotAlarm],
  [0x69, scaled("battery", 100, 2)],
  [0x6a, scaled("rssi", 1, 1)],
  [0x70, behaviourAlarm],
  [0x71, asText("iccid")],
  [0x77, tyres],
  [0x80, scaled("obdSpeed", 1, 1)],
  [0x81, scaled("rpm", 1, 2)],
  [0x82, scaled("power", 10, 2)],
  [0x83, scaled("engineLoad", 1, 1)],
  [0x84, scaled("coolantTemp", 1, 1, -40)],
  [0x85, scaled("fuelConsumption", 100, 2)],
  [0x86, scaled("intakeTemp", 1, 1, -40)],
  [0x87, scaled("intakeFlow", 1, 2)],
  [0x88, scaled("intakePressure", 1, 1)],
  [0x89, scaled("throttle", 1, 1)],
  [0x8b, asText("vin")],
  [0x8c, scaled("obdOdometer", 0.01, 4)],
  [0xa0, codes],
  [0xbc, asText("driver")],
  [0xbd, asText("driverUniqueId")],
  [0xcc, asText("iccid")],
  [0xd3, scaled("power", 10, 2)],
  [0xd4, level],
  [0xd5, either(scaled("battery", 100, 2), locks)],
  [0xd6, asText("iccid")],
  [0xda, scaled("lockStatus", 1, 1)],
  [0xe1, either(level, scaled("power", 10, 2), servingCell)],
  [0xe3, batteryOrSupply],
  [0xe4, chargeAndLevel],
  [0xe6, sensors],
  [0xe8, tenths],
  [0xea, terminalStream],
  [0xeb, either(zoneOrTagged, terminalStream)],
  [0xec, either(accessPoints, terminalStream)],
  [0xed, terminalStream],
  [0xee, terminalStream],
  [0xf1, either(identityOfSim, asText("versionFw"))],
  [0xf2, asText("versionFw")],
  [0xf3, either(armed, diagnosticStream)],
  [0xf4, either(behaviour, accessPoints)],
  [0xf5, axes],
  [0xf6, environment],
  [0xf7, battery],
  [0xf8, either(scaled("steps", 1, 2), scaled("steps", 1, 4))],
  [0xfa, alarmStream],
  [0xfe, markedItems],
  [0xff, wideServingCell],
]);
