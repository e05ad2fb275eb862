import type { FixDraft } from "../fix-draft.ts";
import type { ReportHead } from "./events.ts";
import { setCell } from "./location.ts";
import { applyMovement } from "./suffix.ts";
import { parseNumber, parsePercent } from "./values.ts";

const cellsMax = 9;
const cellFields = 6;
const accessPointFields = 5;
const accessPointsMax = 10;

/** What a report without place carries, behind the device's name. Types without a table give no more than their event. */
export function applyInformation(fix: FixDraft, { type, front: content, isVehicle }: ReportHead): void {
  if (type === "INF") applyStateInformation(fix, content, isVehicle);
  else if (type === "GSM") applyCells(fix, content.slice(1));
  else if (type === "WIF") applyAccessPoints(fix, content);
  else if (type === "VER") applyTexts(fix, ["deviceType", "versionFw", "versionHw"], content);
  else if (type === "CID") applyTexts(fix, ["iccid"], content);
  else if (type === "CSQ") applySignal(fix, content[0]);
  else if (type === "BAT") applyBattery(fix, content, isVehicle);
  else if (type === "DAT") applyTexts(fix, ["data"], content.slice(3));
}

/**
 * State of movement, card, signal and its errors, external power (there or not, and millivolts), a reserved field, the
 * battery's voltage, charging, light; further on the time of the last fix, behind which trackers of assets have the
 * battery's level.
 */
function applyStateInformation(fix: FixDraft, content: readonly string[], isVehicle: boolean): void {
  const [state = "", iccid = "", signal, , hasPower, power, , battery, charging] = content;
  applyMovement(fix, state);
  if (iccid !== "") fix.attributes["iccid"] = iccid;
  applySignal(fix, signal);
  const millivolts = parseNumber(power);
  if (hasPower === "1" && millivolts !== null && millivolts > 1000)
    fix.attributes["power"] = millivolts / 1000;
  const volts = parseNumber(battery);
  if (volts !== null) fix.attributes["battery"] = volts;
  if (charging === "0" || charging === "1" || charging === "2") fix.attributes["charge"] = charging === "1";
  const lastFix = content.findIndex((field, index) => index > 8 && field.length === 14);
  const level = lastFix < 0 || isVehicle ? null : parsePercent(content[lastFix + 1]);
  if (level !== null) fix.attributes["batteryLevel"] = level;
}

function applySignal(fix: FixDraft, field: string | undefined): void {
  const rssi = parseNumber(field);
  if (rssi !== null) fix.attributes["rssi"] = rssi;
}

/** Vehicles say in place of the level whether they run on the battery. */
function applyBattery(
  fix: FixDraft,
  [, , level, battery, charging]: readonly string[],
  isVehicle: boolean,
): void {
  const percent = isVehicle ? null : parsePercent(level);
  const volts = parseNumber(battery);
  if (percent !== null) fix.attributes["batteryLevel"] = percent;
  if (volts !== null) fix.attributes["battery"] = volts;
  if (charging === "0" || charging === "1") fix.attributes["charge"] = charging === "1";
}

function applyTexts(fix: FixDraft, names: readonly string[], content: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const text = content[index];
    if (text !== undefined && text !== "") fix.attributes[name] = text;
  }
}

function applyCells(fix: FixDraft, fields: readonly string[]): void {
  for (let index = 1; index <= cellsMax && fields.length >= (index - 1) * cellFields + 5; index++) {
    const at = (index - 1) * cellFields;
    setCell(fix, index, fields, at);
    const rssi = parseNumber(fields[at + 4]);
    if (rssi !== null && fix.attributes[`mcc${index}`] !== undefined) fix.attributes[`rssi${index}`] = rssi;
  }
}

/** How many access points, and five fields of each; at the end the battery's level. */
function applyAccessPoints(fix: FixDraft, content: readonly string[]): void {
  const count = Math.min(parseNumber(content[0]) ?? 0, accessPointsMax);
  for (let index = 1; index <= count; index++) {
    const at = 1 + (index - 1) * accessPointFields;
    const mac = content[at] ?? "";
    const rssi = parseNumber(content[at + 1]);
    if (mac !== "") fix.attributes[`wifi${index}Mac`] = mac;
    if (rssi !== null) fix.attributes[`wifi${index}Rssi`] = rssi;
  }
  const level = parsePercent(content.at(-1));
  if (level !== null) fix.attributes["batteryLevel"] = level;
}
