import { createFixDraft, setBatteryLevel, setCourse, setNumber } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { applyAlarm, assetCodes, vehicleCodes } from "./alarms.ts";
import { applyAccessPoints } from "./asset.ts";
import { applyAxes, applyCells, applyCoordinates, applyMileage, known, signed } from "./fields.ts";
import type { FrameFields } from "./fields.ts";
import { lines } from "./packet.ts";
import { applyEngine } from "./vehicle.ts";

const flagsAt = 16;
const timeAt = 17;
const itemsAt = 23;
const encryptedBits = 0x30;
/** Groups of items: settings, state, and what has a length of its own. */
const settingsGroup = 1;
const stateGroup = 2;
const blockGroup = 3;
/** The ids of a group from which on values have more bytes; the first have one. */
const sizesByGroup = new Map([
  [settingsGroup, [[0xf0, 8] as const, [0xc0, 4] as const, [0x80, 2] as const]],
  [stateGroup, [[0xa0, 4] as const, [0x60, 2] as const]],
]);
const alarmId = 0x01;
const placeBytes = 17;
const axesBytes = 6;

/** A report of items, and the alarm that its answer repeats. */
export interface ItemsReport {
  readonly fix: FixDraft;
  readonly alarmCode: number;
}

export function hasEncryptedItems(fields: FrameFields): boolean {
  return (fields.byte(flagsAt) & encryptedBits) !== 0;
}

/** 0x62 and 0x64 of any line: groups of items behind flags and time. Null if it has no time. */
export function readItems(fields: FrameFields, line: number): ItemsReport | null {
  const timeMs = fields.time(timeAt);
  if (timeMs === null) return null;
  const fix = createFixDraft(timeMs);
  if ((fields.byte(flagsAt) & 0x80) !== 0) fix.attributes["archive"] = true;
  let alarmCode = 0;
  for (let at = itemsAt; fields.has(at, 2);) {
    const group = fields.byte(at);
    const isBlocks = group === blockGroup;
    const count = isBlocks ? fields.word(at + 1) : fields.byte(at + 1);
    at += isBlocks ? 3 : 2;
    for (let index = 0; index < count && fields.has(at, isBlocks ? 3 : 2); index++) {
      const id = isBlocks ? fields.word(at) : fields.byte(at);
      const start = at + (isBlocks ? 3 : 1);
      const size = isBlocks ? fields.byte(at + 2) : sizeOf(group, id);
      at = start + size;
      if (!fields.has(start, size)) break;
      if (group === stateGroup && id === alarmId) alarmCode = fields.byte(start);
      else if (group === stateGroup) applyState(fix, id, fields, start);
      else if (isBlocks) applyBlock(fix, id, fields, start, size);
    }
  }
  applyAlarm(fix, line === lines.asset ? assetCodes : vehicleCodes, alarmCode);
  return { fix, alarmCode };
}

function sizeOf(group: number, id: number): number {
  return sizesByGroup.get(group)?.find(([first]) => id >= first)?.[1] ?? 1;
}

/** Voltages (mV) by their ids. */
const voltages = new Map([
  [0x60, "battery"],
  [0x63, "solarPanel"],
  [0x67, "adc1"],
  [0x68, "adc2"],
  [0x69, "adc3"],
]);

function applyState(fix: FixDraft, id: number, fields: FrameFields, at: number): void {
  const byte = fields.byte(at);
  const word = fields.word(at);
  const voltage = voltages.get(id);
  if (voltage !== undefined) {
    if (word !== 0xffff) fix.attributes[voltage] = word / 1000;
    return;
  }
  switch (id) {
    case 0x02:
      if ((byte & 0x02) !== 0) fix.attributes["archive"] = true;
      return;
    case 0x03:
      return setNumber(fix, "rssi", byte);
    case 0x04:
      return setNumber(fix, "output", byte);
    case 0x05:
      return setNumber(fix, "input", byte);
    case 0x07:
      return setBatteryLevel(fix, byte);
    case 0x0a:
      if (byte !== 0xff) fix.attributes["deviceTemp"] = signed(byte, 0x80);
      return;
    case 0x0f:
      return setNumber(fix, "lockType", known(byte, 0xff));
    case 0x12:
      return setNumber(fix, "relay", known(byte, 0xff));
    case 0x61:
      return applySwitches(fix, byte);
    case 0x62:
      if (word !== 0xffff) fix.speedKmh = word;
      return;
    case 0x64:
      return setNumber(fix, "temp1", hundredthsOf(word));
    case 0x65:
      if (word !== 0xffff) fix.attributes["humidity1"] = (word >> 8) + (word & 0xff) / 100;
      return;
    case 0x66:
      return setNumber(fix, "deviceTemp", hundredthsOf(word));
    case 0xa0:
      return applyMileage(fix, fields.long(at));
    case 0xa1:
      if (fields.long(at) !== 0xffff_ffff) fix.attributes["power"] = fields.long(at) / 1000;
      return;
    case 0xa2:
      return setNumber(fix, "lightSensor", known(fields.long(at), 0xffff_ffff));
  }
}

/** Ignition, air conditioning, supply; then what charges: the plug, the sun, no wire. */
function applySwitches(fix: FixDraft, switches: number): void {
  fix.ignition = (switches & 0x80) !== 0;
  fix.attributes["ac"] = (switches & 0x40) !== 0;
  fix.attributes["externalPower"] = (switches & 0x20) !== 0;
  fix.attributes["charge"] = (switches & 0x1a) !== 0;
}

/** Whole degrees, then the sign and hundredths; null where they are all ones. */
function hundredthsOf(word: number): number | null {
  if (word === 0xffff) return null;
  const value = (word >> 8) + (word & 0x7f) / 100;
  return (word & 0x80) === 0 ? value : -value;
}

function applyBlock(fix: FixDraft, id: number, fields: FrameFields, at: number, size: number): void {
  switch (id) {
    case 0x01:
      if (size >= placeBytes) applyPlaceBlock(fix, fields, at);
      return;
    case 0x02:
    case 0x03:
      return applyCells(fix, fields, at, id === 0x03);
    case 0x04:
      // The device's own address stands in front.
      return applyAccessPoints(fix, fields, at + 6);
    case 0x05:
      if (size >= axesBytes) applyAxes(fix, "gSensor", fields, at);
      return;
    case 0x06:
      if (size >= axesBytes) applyAxes(fix, "gyroscope", fields, at);
      return;
    case 0x07:
      return applyEngine(fix, fields, at);
    case 0x08:
      if (size >= 16) applyElectricEngine(fix, fields, at, at + 12);
      return;
    case 0x0d:
      if (size >= 12) applyElectricEngine(fix, fields, at, at + 8);
      return;
  }
}

/** Charge (%), charging, the dashboard's speed, pedal (%); further on the voltage of charging (mV). */
function applyElectricEngine(fix: FixDraft, fields: FrameFields, at: number, voltageAt: number): void {
  setNumber(fix, "evBatteryLevel", known(fields.byte(at), 0xff));
  const charging = known(fields.byte(at + 1), 0xff);
  if (charging !== null) fix.attributes["evCharge"] = charging === 1;
  setNumber(fix, "obdSpeed", known(fields.byte(at + 2), 0xff));
  setNumber(fix, "throttle", known(fields.byte(at + 3), 0xff));
  const voltage = known(fields.long(voltageAt), 0xffff_ffff);
  if (voltage !== null) fix.attributes["evChargeVoltage"] = voltage / 1000;
}

/** Height, longitude, latitude, course, satellites. */
function applyPlaceBlock(fix: FixDraft, fields: FrameFields, at: number): void {
  if (!applyCoordinates(fix, fields, at)) return;
  setCourse(fix, fields.word(at + 12));
  fix.satellites = known(fields.byte(at + 16), 0xff);
}
