import { parseDegreeMinutes } from "../degree-minutes.ts";
import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { parseTimeOfDay, utcInstant } from "../utc-instant.ts";
import { applyParameters, parseDecimal } from "./parameters.ts";

/** What the answers to records call what is wrong with them; the code of a checksum depends on the packet. */
export const answerCodes = {
  structure: "-1",
  time: "0",
  taken: "1",
  place: "10",
  motion: "11",
  satellites: "12",
};
const shortFields = 10;
const extendedFields = 16;

export interface RecordReading {
  readonly fix: FixDraft;
  /** The code of the first thing that is wrong with the record, or null. */
  readonly error: string | null;
}

/**
 * A record: date, time, place, speed (km/h), course, height (m), satellites; an extended one has dilution, inputs,
 * outputs, analogue inputs, key and parameters besides. `NA` and nothing stand for what the device does not know,
 * and `nowMs` for a time that it does not know.
 */
export function readRecord(content: string, nowMs: number): RecordReading {
  const fields = content.split(";");
  const timeMs = readTime(fields[0], fields[1], nowMs);
  const fix = createFixDraft(timeMs ?? nowMs);
  const errors: string[] = [];
  if (fields.length < shortFields || fields.length > extendedFields) errors.push(answerCodes.structure);
  if (timeMs === null) errors.push(answerCodes.time);
  if (!applyPlace(fix, fields.slice(2, 6))) errors.push(answerCodes.place);

  const number = (index: number, code: string, min = 0): number | null => {
    const field = fields[index];
    if (isAbsent(field)) return null;
    const value = parseDecimal(field);
    if (value !== null && value >= min) return value;
    errors.push(code);
    return null;
  };
  fix.speedKmh = number(6, answerCodes.motion);
  const course = number(7, answerCodes.motion);
  fix.course = course === null ? null : course % 360;
  fix.altitude = number(8, answerCodes.motion, -Infinity);
  fix.satellites = number(9, answerCodes.satellites);
  fix.hdop = number(10, answerCodes.satellites);
  applyExtension(fix, fields);
  return { fix, error: errors[0] ?? null };
}

function isAbsent(field: string | undefined): field is "" | "NA" | undefined {
  return field === undefined || field === "" || field === "NA";
}

/** `DDMMYY` and `HHMMSS` with any fraction, in UTC; null if they are none. */
function readTime(date: string | undefined, time: string | undefined, nowMs: number): number | null {
  if (isAbsent(date) && isAbsent(time)) return nowMs;
  const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(date ?? "") ?? [];
  const timeOfDayMs = parseTimeOfDay(time ?? "");
  if (year === undefined || timeOfDayMs === null) return null;
  return utcInstant({ year: 2000 + Number(year), month: Number(month), day: Number(day), timeOfDayMs });
}

/** Sets the place; false if what is there is none. Zero and zero is what devices send that have no fix yet. */
function applyPlace(fix: FixDraft, [latText, latSide, lngText, lngSide]: readonly string[]): boolean {
  if (isAbsent(latText) && isAbsent(lngText)) return true;
  const lat = parseDegreeMinutes(latText ?? "", latSide ?? "");
  const lng = parseDegreeMinutes(lngText ?? "", lngSide ?? "");
  if (lat === null || lng === null) return false;
  if (lat === 0 && lng === 0) return true;
  fix.lat = lat;
  fix.lng = lng;
  fix.valid = true;
  return true;
}

function applyExtension(fix: FixDraft, fields: readonly string[]): void {
  for (const [index, name] of [[11, "input"] as const, [12, "output"] as const]) {
    const value = parseDecimal(fields[index] ?? "");
    if (value !== null) fix.attributes[name] = value;
  }
  for (const [index, text] of (fields[13] ?? "").split(",").entries()) {
    const value = parseDecimal(text);
    if (value !== null) fix.attributes[`adc${index + 1}`] = value;
  }
  const key = fields[14];
  if (!isAbsent(key)) fix.attributes["driverUniqueId"] = key;
  const parameters = fields[15];
  if (!isAbsent(parameters)) applyParameters(fix, parameters);
}
