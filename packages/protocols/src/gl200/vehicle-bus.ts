import type { FixDraft } from "../fix-draft.ts";
import { parseHex } from "../hex.ts";
import { parseNumber } from "./values.ts";

const hourMs = 3_600_000;
const hectometre = 100;
/** What is shorter is no mask: some models have fields of their own in front of it. */
const maskDigits = 8;

/** A trouble code, of which there may be so many. */
const code = /^[\dA-F]{4}$/i;
const codesMax = 100;

type Item = readonly [bit: number, name: string];

/** What the bits of the CAN mask stand for, in the order of the fields; empty names are read over. */
const canItems: readonly Item[] = [
  [0, "vin"],
  [1, "ignitionKey"],
  [2, "obdOdometer"],
  [3, "fuelUsed"],
  [5, "rpm"],
  [4, "obdSpeed"],
  [6, "coolantTemp"],
  [7, "fuelConsumption"],
  [8, "fuelLevel"],
  [9, "range"],
  [10, "throttle"],
  [11, "hours"],
  [12, "drivingHours"],
  [13, "idleHours"],
  [14, "idleFuel"],
  [15, "axleWeight"],
  [16, "tachograph"],
  [17, "indicators"],
  [18, "lights"],
  [19, "doors"],
  [20, "overspeedTime"],
  [21, "engineOverspeedTime"],
];
/** The masks that the CAN mask's bits put behind those, each in front of its own items. */
const furtherMasks: readonly (readonly [bit: number, items: readonly Item[]])[] = [
  [28, unnamed(0, 32)],
  [
    29,
    [
      [0, "adBlueLevel"],
      [1, "axleWeight1"],
      [2, "axleWeight3"],
      [3, "axleWeight4"],
      ...unnamed(4, 10),
      [10, "kickDowns"],
      [11, "effectiveSpeedHours"],
      [12, "cruiseHours"],
      [13, "kickDownHours"],
      [14, "brakeApplications"],
      [15, "driverUniqueId"],
      [16, "driver2UniqueId"],
      [17, "driverName"],
      [18, "driver2Name"],
      [19, "registration"],
      [20, ""],
      [21, "harshBrakings"],
      [22, "harshAccelerations"],
      ...unnamed(23, 31),
    ],
  ],
];
const diagnosticItems: readonly Item[] = [
  [0, "vin"],
  [1, "obdConnected"],
  [2, "power"],
  [3, ""],
  [4, "rpm"],
  [5, "obdSpeed"],
  [6, "coolantTemp"],
  [7, "fuelConsumption"],
  [8, "dtcClearedDistance"],
  [9, "milDistance"],
  [10, "mil"],
  [11, "dtcCount"],
  [12, "dtcs"],
  [13, "throttle"],
  [14, "engineLoad"],
  [15, "fuelLevel"],
  [16, ""],
  [17, "obdOdometer"],
  [19, "obdOdometer"],
];
const journeyItems: readonly Item[] = [
  [0, "journeyFuel"],
  [1, "maxRpm"],
  [2, "averageRpm"],
  [3, "maxThrottle"],
  [4, "averageThrottle"],
  [5, "maxEngineLoad"],
  [6, "averageEngineLoad"],
];
/**
 * Reports of the diagnostic socket: of what it says, of what is watched there, and of a journey; where each has the mask of
 * its fields, and what those are.
 */
const diagnosticReports: ReadonlyMap<string, readonly [maskAt: number, items: readonly Item[]]> = new Map([
  ["OBD", [1, diagnosticItems]],
  ["OSM", [2, diagnosticItems]],
  ["JES", [0, journeyItems]],
]);
/** Texts and hexadecimal digits, which stay as they are. */
const textNames = new Set([
  "vin",
  "tachograph",
  "indicators",
  "lights",
  "doors",
  "dtcs",
  "driverUniqueId",
  "driver2UniqueId",
  "driverName",
  "driver2Name",
  "registration",
]);
const flagNames = new Set(["obdConnected", "mil"]);

/** Bits whose fields are read over. */
function unnamed(from: number, end: number): readonly Item[] {
  return Array.from({ length: end - from }, (_, index) => [from + index, ""]);
}

/** The vehicle's bus, one field for each bit of the mask. Gives where it was read to. */
export function applyCan(fix: FixDraft, mask: number, fields: readonly string[], at: number): number {
  let next = applyItems(fix, canItems, mask, [fields, at]);
  for (const [bit, items] of furtherMasks) {
    if (((mask >>> bit) & 1) === 0) continue;
    const field = fields[next] ?? "";
    const further = field.length === maskDigits ? (parseHex(field) ?? 0) : 0;
    next = applyItems(fix, items, further, [fields, next + 1]);
  }
  return next;
}

/** The diagnostic socket, one field for each bit of the mask, of what stands in front of a report's place. */
export function applyDiagnostics(fix: FixDraft, type: string, front: readonly string[]): void {
  const report = diagnosticReports.get(type);
  if (report === undefined) return;
  const [maskAt, items] = report;
  applyItems(fix, items, parseHex(front[maskAt]) ?? 0, [front, maskAt + 1]);
}

/** Gives where it was read to. */
function applyItems(
  fix: FixDraft,
  items: readonly Item[],
  mask: number,
  [fields, at]: readonly [readonly string[], number],
): number {
  let next = at;
  for (const [bit, name] of items) {
    if (((mask >>> bit) & 1) === 0) continue;
    applyItem(fix, name, fields[next++] ?? "");
    if (name === "dtcs") next = applyFurtherCodes(fix, fields, next);
  }
  return next;
}

/** Some firmware has a field for each trouble code, of four digits as no field behind them has; others have them in one. */
function applyFurtherCodes(fix: FixDraft, fields: readonly string[], at: number): number {
  const count = Math.min(Number(fix.attributes["dtcCount"] ?? 0), codesMax);
  const codes = [fields[at - 1] ?? ""];
  while (
    codes.length < count &&
    code.test(codes.at(-1) ?? "") &&
    code.test(fields[at - 1 + codes.length] ?? "")
  )
    codes.push(fields[at - 1 + codes.length] ?? "");
  if (codes.length > 1) fix.attributes["dtcs"] = codes.join(" ");
  return at - 1 + codes.length;
}

function applyItem(fix: FixDraft, name: string, field: string): void {
  if (name === "" || field === "") return;
  if (textNames.has(name)) {
    fix.attributes[name] = field;
    return;
  }
  // What is in front tells the unit: H hundreds of metres, L/H litres an hour, L litres, P percent.
  const [unit = ""] = /^[^-+.\d]*/.exec(field) ?? [];
  const value = parseNumber(field.slice(unit.length));
  if (value === null) return;
  if (name === "ignitionKey") fix.ignition ??= value !== 0;
  if (flagNames.has(name)) fix.attributes[name] = value !== 0;
  else if (name === "obdOdometer") applyDistance(fix, unit, value);
  else if (name === "range") fix.attributes[name] = value * hectometre;
  else if (name === "power") fix.attributes[name] = value / 1000;
  else if (name === "hours") fix.attributes[name] = Math.round(value * hourMs);
  else if (name === "fuelLevel" && unit === "L") fix.attributes["fuel"] = value;
  else fix.attributes[name] = value;
}

/** Metres; impulses (`I`) say nothing without the wheel. */
function applyDistance(fix: FixDraft, unit: string, value: number): void {
  if (unit === "H") fix.attributes["obdOdometer"] = Math.round(value * hectometre);
  else if (unit === "") fix.attributes["obdOdometer"] = Math.round(value * 1000);
}
