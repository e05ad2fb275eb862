import type { DecodedFix } from "@fleet/domain";

import type { Decoded } from "./bus.ts";
import { isAlarms, isAttributes, isId, isInstant, isObject } from "./fix-checks.ts";
import { isLaterForm, readFixReport, reportForm } from "./fix-report-bytes.ts";
import type { FixReport } from "./fix-report.ts";
import { parseJson } from "./parse-json.ts";

type Check = (value: unknown) => boolean;

// JSON can say 1e999, which is read as infinite.
const isNumberOrNull: Check = (value) => value === null || Number.isFinite(value);

const reportChecks: Readonly<Record<keyof FixReport, Check>> = {
  vehicleId: isId,
  organisationId: isId,
  deviceId: isId,
  protocol: (value) => typeof value === "string",
  receivedAtMs: isInstant,
  fixes: Array.isArray,
};

const fixChecks: Readonly<Record<keyof DecodedFix, Check>> = {
  fixTimeMs: isInstant,
  deviceTimeMs: (value) => value === null || isInstant(value),
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
  alarms: isAlarms,
  attributes: isAttributes,
};

const reportMembers = Object.entries(reportChecks);
const fixMembers = Object.entries(fixChecks);

/** Reads a report, also one that an earlier version wrote as JSON; tells one that a later version wrote. */
export function decodeFixReport(bytes: Buffer): Decoded<FixReport> {
  const [form = 0] = bytes;
  if (form === reportForm) return readFixReport(bytes);
  if (isLaterForm(form))
    return { ok: false, reason: `a fix report in form ${form}, of a later version`, ofLaterVersion: true };
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
