import type { FixDraft } from "../fix-draft.ts";
import { parseNumber } from "./values.ts";

const hourMs = 3_600_000;
const canItems = 22;
const diagnosticItems = 17;
const diagnosticOdometerBit = 19;

/** What the bits of the CAN mask stand for, from the lowest; empty names are read over. */
const canNames = [
  "vin",
  "ignitionKey",
  "obdOdometer",
  "fuelUsed",
  "rpm",
  "obdSpeed",
  "coolantTemp",
  "fuelConsumption",
  "fuelLevel",
  "range",
  "throttle",
  "hours",
  "drivingHours",
  "idleHours",
  "idleFuel",
  "axleWeight",
  "tachograph",
  "indicators",
  "lights",
  "doors",
  "overspeedTime",
  "engineOverspeedTime",
] as const;
const diagnosticNames = [
  "vin",
  "obdConnected",
  "power",
  "",
  "rpm",
  "obdSpeed",
  "coolantTemp",
  "fuelConsumption",
  "dtcClearedDistance",
  "milDistance",
  "mil",
  "dtcCount",
  "dtcs",
  "throttle",
  "engineLoad",
  "fuelLevel",
  "",
] as const;
/** Hexadecimal digits that stay as they are. */
const textNames = new Set<string>(["vin", "tachograph", "indicators", "lights", "doors", "dtcs"]);
const flagNames = new Set<string>(["obdConnected", "mil"]);

/** The vehicle's bus, one field for each bit of the mask. Gives where it was read to. */
export function applyCan(fix: FixDraft, mask: number, fields: readonly string[], at: number): number {
  let next = at;
  for (let bit = 0; bit < canItems; bit++) {
    if (((mask >>> bit) & 1) === 0) continue;
    const field = fields[next++] ?? "";
    applyItem(fix, canNames[bit] ?? "", field);
    if (bit === 1 && field !== "") fix.ignition ??= field !== "0";
  }
  return next;
}

/** The diagnostic socket, one field for each of the mask's low bits. Gives where it was read to. */
export function applyDiagnostics(fix: FixDraft, mask: number, fields: readonly string[], at: number): number {
  let next = at;
  for (let bit = 0; bit < diagnosticItems; bit++) {
    if (((mask >>> bit) & 1) === 0) continue;
    const field = fields[next++] ?? "";
    const millivolts = bit === 2 ? parseNumber(field) : null;
    if (millivolts !== null) fix.attributes["power"] = millivolts / 1000;
    else applyItem(fix, diagnosticNames[bit] ?? "", field);
  }
  if (((mask >>> diagnosticOdometerBit) & 1) === 1) applyItem(fix, "obdOdometer", fields[next++] ?? "");
  return next;
}

function applyItem(fix: FixDraft, name: string, field: string): void {
  if (name === "" || field === "") return;
  if (textNames.has(name)) {
    fix.attributes[name] = field;
    return;
  }
  // A letter in front tells the unit: H hundreds of metres or litres an hour, L litres, P percent.
  const unit = field.charAt(0) > "9" ? field.charAt(0) : "";
  const value = parseNumber(unit === "" ? field : field.slice(1));
  if (value === null) return;
  if (flagNames.has(name)) fix.attributes[name] = value !== 0;
  else if (name === "obdOdometer") applyDistance(fix, unit, value);
  else if (name === "hours") fix.attributes[name] = Math.round(value * hourMs);
  else if (name === "fuelLevel" && unit === "L") fix.attributes["fuel"] = value;
  else fix.attributes[name] = value;
}

/** Metres; impulses (`I`) say nothing without the wheel. */
function applyDistance(fix: FixDraft, unit: string, value: number): void {
  if (unit === "H") fix.attributes["obdOdometer"] = Math.round(value * 100);
  else if (unit === "") fix.attributes["obdOdometer"] = Math.round(value * 1000);
}
