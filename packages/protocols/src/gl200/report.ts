import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import type { DeviceClock } from "./device-clock.ts";
import { applyEvent } from "./events.ts";
import { contentStart, familyOf } from "./families.ts";
import { applyInformation } from "./information.ts";
import { findLocations, readLocation } from "./location.ts";
import type { LocationPlace } from "./location.ts";
import { applyAccessoryReport, applyPeripherals } from "./peripherals.ts";
import { applyMovement, applySuffix } from "./suffix.ts";
import { parseHex, parseNumber, parseTime } from "./values.ts";
import { applyCan, applyDiagnostics } from "./vehicle-bus.ts";

const millivoltsMin = 1000;

export interface Message {
  /** What stands behind `GT`. */
  readonly type: string;
  readonly version: string;
  readonly fields: readonly string[];
  /** Whether the device had kept it while it had no connection. */
  readonly isStored: boolean;
}

/** The records of a report, as many as it has places, or one without place; null if a place or a time is none. */
export function readReport(message: Message, clock: DeviceClock, nowMs: number): FixDraft[] | null {
  const { fields, version } = message;
  const sent = findSendTime(fields);
  const end = sent ?? fields.length;
  const localMs = sent === null ? null : parseTime(fields[sent]);
  const places = findLocations(fields, end);
  if (localMs !== null) learnZone(message, places.at(-1), { clock, localMs, nowMs });
  const sentMs = localMs === null ? nowMs : clock.toInstant(localMs);
  const start = version === "" ? 2 : contentStart(version);
  const fixes = places.length === 0 ? [createFixDraft(sentMs)] : readPlaces(message, places, sentMs);
  const last = fixes?.at(-1);
  if (fixes === null || last === undefined) return null;
  if (localMs !== null) last.deviceTimeMs = sentMs;
  const front = fields.slice(start, places[0]?.start ?? end);
  applyContent(last, message, { start, front, end, places });
  if (message.isStored) for (const fix of fixes) fix.attributes["archive"] = true;
  return fixes;
}

/** The last time of a message is when it was sent. */
function findSendTime(fields: readonly string[]): number | null {
  for (let at = fields.length - 1; at >= 0 && at >= fields.length - 3; at--)
    if (fields[at]?.length === 14) return at;
  return null;
}

interface Instants {
  readonly clock: DeviceClock;
  readonly localMs: number;
  readonly nowMs: number;
}

function learnZone(
  { fields, isStored }: Message,
  place: LocationPlace | undefined,
  { clock, localMs, nowMs }: Instants,
): void {
  const accuracy = place === undefined ? null : parseNumber(fields[place.start]);
  const fixMs = place === undefined ? null : parseTime(fields[place.time]);
  if (fixMs !== null && accuracy !== null && accuracy > 0) clock.learn(localMs, fixMs);
  else if (!isStored && !clock.isKnown) clock.learn(localMs, nowMs);
}

function readPlaces(
  { fields, version }: Message,
  places: readonly LocationPlace[],
  sentMs: number,
): FixDraft[] | null {
  const family = familyOf(version);
  const fixes: FixDraft[] = [];
  for (const place of places) {
    const fix = readLocation(fields, place, sentMs);
    if (fix === null) return null;
    applySuffix(fix, fields, [place.suffix, place.end], family);
    fixes.push(fix);
  }
  return fixes;
}

interface Layout {
  /** Where the fields behind the device's name begin. */
  readonly start: number;
  readonly front: readonly string[];
  readonly end: number;
  readonly places: readonly LocationPlace[];
}

/** What a report says besides its places; it counts for the last of them. */
function applyContent(
  fix: FixDraft,
  { type, version, fields }: Message,
  { start, front, end, places }: Layout,
): void {
  const family = familyOf(version);
  const isVehicle = family === "vehicle" || family === "gv200";
  applyEvent(fix, { type, front, isVehicle });
  if (places.length === 0) applyInformation(fix, type, front);
  if (type === "STT") applyMovement(fix, (front[0] ?? "").toUpperCase());
  if (type === "DAT" && places.length > 0) setText(fix, "data", front[3]);
  if (type === "BAA") applyAccessoryReport(fix, front);
  if (type === "CAN") applyCan(fix, parseHex(front[2]) ?? 0, fields.slice(0, end), start + 3);
  if (type === "OBD") applyDiagnostics(fix, parseHex(front[1]) ?? 0, fields.slice(0, end), start + 2);
  const last = places.at(-1);
  if (type === "ERI" && isVehicle && last !== undefined) {
    const status = applySuffix(fix, fields, [last.suffix, end], family);
    applyPeripherals(fix, parseHex(front[0]) ?? 0, fields, [status, end]);
  }
  if (isVehicle && (type === "FRI" || type === "ERI")) applyPower(fix, front.at(-3));
}

function setText(fix: FixDraft, name: string, text: string | undefined): void {
  if (text !== undefined && text !== "") fix.attributes[name] = text;
}

/** Millivolts of the external supply. */
function applyPower(fix: FixDraft, field: string | undefined): void {
  const millivolts = parseNumber(field);
  if (millivolts !== null && millivolts >= millivoltsMin) fix.attributes["power"] = millivolts / 1000;
}
