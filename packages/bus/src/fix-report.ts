import { alertTypes, type DecodedFix } from "@fleet/domain";

import type { Decoded } from "./bus.ts";
import { parseJson } from "./parse-json.ts";

/**
 * Fixes of one device that belong to one vehicle, as one frame brought them. Keyed by vehicle. Every report is a sign of
 * life of its device at `receivedAtMs`; one without fixes is nothing else, for the vehicle that has the device then.
 */
export interface FixReport {
  readonly vehicleId: number;
  readonly organisationId: number;
  readonly deviceId: number;
  readonly protocol: string;
  /** Arrival at the gateway, Unix milliseconds. */
  readonly receivedAtMs: number;
  readonly fixes: readonly DecodedFix[];
}

type Check = (value: unknown) => boolean;

const isInteger: Check = Number.isSafeInteger;
const isNumber: Check = (value) => typeof value === "number";
const isNumberOrNull: Check = (value) => value === null || typeof value === "number";
const knownAlerts: ReadonlySet<unknown> = new Set(alertTypes);

const reportChecks: Readonly<Record<keyof FixReport, Check>> = {
  vehicleId: isInteger,
  organisationId: isInteger,
  deviceId: isInteger,
  protocol: (value) => typeof value === "string",
  receivedAtMs: isNumber,
  fixes: Array.isArray,
};

const fixChecks: Readonly<Record<keyof DecodedFix, Check>> = {
  fixTimeMs: isNumber,
  deviceTimeMs: isNumberOrNull,
  valid: (value) => typeof value === "boolean",
  lat: isNumberOrNull,
  lng: isNumberOrNull,
  speedKmh: isNumberOrNull,
  course: isNumberOrNull,
  altitude: isNumberOrNull,
  ignition: (value) => value === null || typeof value === "boolean",
  odometerKm: isNumberOrNull,
  satellites: isNumberOrNull,
  hdop: isNumberOrNull,
  alarms: (value) => Array.isArray(value) && value.every((alarm) => knownAlerts.has(alarm)),
  attributes: (value) => isObject(value) && Object.values(value).every(isAttribute),
};

const reportMembers = Object.entries(reportChecks);
const fixMembers = Object.entries(fixChecks);

/**
 * Reads a report from JSON. The checks are written out since they run for every fix: a schema takes as long as the
 * parse itself, these a tenth of that.
 */
export function decodeFixReport(bytes: Buffer): Decoded<FixReport> {
  const json = parseJson(bytes);
  if (!json.ok) return json;
  const { value } = json;
  if (isFixReport(value)) return { ok: true, value };
  return { ok: false, reason: `not a fix report: ${faultOf(value)}` };
}

function isFixReport(value: unknown): value is FixReport {
  return isShaped(value, reportMembers) && Array.isArray(value["fixes"]) && value["fixes"].every(isFix);
}

function isFix(value: unknown): value is DecodedFix {
  return isShaped(value, fixMembers);
}

function isShaped(
  value: unknown,
  members: readonly (readonly [string, Check])[],
): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  for (const [name, check] of members) if (!check(value[name])) return false;
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAttribute(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Names the first member that is not as it should be. */
function faultOf(value: unknown): string {
  if (!isObject(value)) return "no object";
  const member = reportMembers.find(([name, check]) => !check(value[name]));
  if (member !== undefined) return member[0];
  const fixes: unknown[] = Array.isArray(value["fixes"]) ? value["fixes"] : [];
  const index = fixes.findIndex((fix) => !isFix(fix));
  const fix = fixes[index];
  const inFix = isObject(fix) ? fixMembers.find(([name, check]) => !check(fix[name])) : undefined;
  return `fixes.${index}${inFix === undefined ? "" : `.${inFix[0]}`}`;
}
