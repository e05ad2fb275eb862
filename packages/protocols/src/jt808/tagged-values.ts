import type { AlertType } from "@fleet/domain";
import { ByteReader } from "../byte-reader.ts";
import { addAlarm, addAlert } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { packedDigits, toHex } from "../hex.ts";
import { latinText } from "../latin-text.ts";
import { setCell } from "../set-cell.ts";
import { applyAccessPointsOf } from "./network-items.ts";
import { hexOf } from "./streams.ts";

const idBytes = 2;

/** Values inside an item: a length of two bytes that counts what follows it, an identifier of two bytes, the value. */
export function readTaggedValues(fix: FixDraft, reader: ByteReader): boolean {
  const start = reader.offset;
  let isFirst = true;
  while (reader.remaining >= 2 + idBytes) {
    const length = reader.uint16();
    if (length < idBytes || length > reader.remaining) {
      if (isFirst) reader.offset = start;
      return !isFirst;
    }
    const id = reader.uint16();
    applyTaggedValue(fix, id, reader.take(length - idBytes));
    isFirst = false;
  }
  return !isFirst;
}

function applyTaggedValue(fix: FixDraft, id: number, bytes: Uint8Array): void {
  const value = new ByteReader(bytes);
  if (id === 0x0089 && bytes.length === 4) applyInverted(fix, value.uint32(), extendedAlarms);
  else if (id === 0x00c5 && bytes.length === 4) applyMoreStates(fix, value.uint32());
  else if (id === 0x00d8 && bytes.length === 9)
    setCell(fix, 1, { mcc: value.uint16(), mnc: value.uint8(), lac: value.uint16(), cellId: value.uint32() });
  else if (id === 0x002d && bytes.length === 4) fix.attributes["power"] = value.uint32() / 1000;
  else if (id === 0x00b2) fix.attributes["iccid"] = packedDigits(bytes);
  else if (id === 0x002d && bytes.length === 2) fix.attributes["battery"] = value.uint16() / 1000;
  else if (id === 0x00ce && bytes.length === 2) fix.attributes["power"] = value.uint16() / 100;
  else if ((id === 0x00a8 || id === 0x00e1) && bytes.length === 1)
    fix.attributes["batteryLevel"] = Math.min(100, value.uint8());
  else if (id === 0x0001 && bytes.length >= 2) fix.attributes["fuel1"] = value.uint16() / 10;
  else if (id === 0x0023 && isNumber(latinText(bytes))) fix.attributes["fuel2"] = Number(latinText(bytes));
  else if (id === 0x00c6 && bytes.length === 1) applyBattery(fix, value.uint8());
  else if (id === 0x00d5) fix.attributes["imei"] = latinText(bytes);
  else if (id === 0x00b9 && applyAccessPointsOf(fix, latinText(bytes))) return;
  else fix.attributes[`tag${hexOf(id)}`] = toHex(bytes);
}

function isNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text);
}

const lowBatteries = new Set([3, 4]);
/** What is wrong with the battery. */
function applyBattery(fix: FixDraft, code: number): void {
  fix.attributes["batteryAlarm"] = code;
  if (lowBatteries.has(code)) addAlert(fix, "low_battery");
}

type BitAlarms = readonly (readonly [bit: number, alarm: AlertType])[];
const extendedAlarms: BitAlarms = [
  [0, "power_cut"],
  [4, "accident"],
  [8, "harsh_acceleration"],
  [9, "harsh_braking"],
  [12, "tampering"],
  [25, "harsh_cornering"],
  [30, "jamming"],
  [31, "jamming"],
];
const moreAlarms: BitAlarms = [[14, "tampering"]];

const vibrationBit = 6;
const motionBit = 23;
/** Alarms, and of newer devices in two bits whether they move (0) or stand (1). */
function applyMoreStates(fix: FixDraft, bits: number): void {
  applyInverted(fix, bits, moreAlarms);
  if (((bits >>> vibrationBit) & 1) === 0) addAlarm(fix, "vibration");
  const motion = (bits >>> motionBit) & 3;
  if (motion <= 1) fix.attributes["motion"] = motion === 0;
}

/** Bits that are 0 while an alarm lasts. */
function applyInverted(fix: FixDraft, bits: number, alarms: BitAlarms): void {
  for (const [bit, alarm] of alarms) {
    if (((bits >>> bit) & 1) === 0) addAlert(fix, alarm);
  }
}
