import { createFixDraft, setNumber } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { applyServingCell, findDate, findLatitude } from "./classic.ts";
import type { ReportReading } from "./classic.ts";
import { parseNumber } from "../decimal-text.ts";
import { setPlace } from "../set-place.ts";
import { applyMotion, parseDateTime } from "./values.ts";

const levelMax = 100;

/**
 * A report of the ST900 family: `ST910;type;identifier;[version;]date;time;[cell;]lat;lng;speed;course;fix;…`. With a
 * cell follow distance (m) and battery (%), without one battery (V) and, further on, the distance. Null if the fields
 * have no place behind a time.
 */
export function readAsset(fields: readonly string[], nowMs: number): ReportReading | null {
  const dateAt = findDate(fields, 3);
  if (dateAt < 0) return null;
  const latAt = findLatitude(fields, dateAt + 2);
  if (latAt < 0) return null;
  const timeMs = parseDateTime(fields[dateAt], fields[dateAt + 1]);
  const fix = createFixDraft(timeMs ?? nowMs);
  const version = fields[dateAt - 1];
  if (dateAt > 3 && version !== undefined) fix.attributes["versionFw"] = version;
  const cell = fields.slice(dateAt + 2, latAt);
  applyServingCell(fix, cell);
  const isFixed = fields[latAt + 4] === "1";
  const isPlace = setPlace(fix, parseNumber(fields[latAt]), parseNumber(fields[latAt + 1]), isFixed);
  applyMotion(fix, parseNumber(fields[latAt + 2]), parseNumber(fields[latAt + 3]));
  const type = fields[1];
  if (cell.length === 0) {
    setNumber(fix, "battery", parseNumber(fields[latAt + 5]));
    applyTail(fix, type, fields.slice(latAt + 6));
  } else {
    applyDistance(fix, fields[latAt + 5]);
    if (type === "Location") applyState(fix, fields.slice(latAt + 7));
    const level = parseNumber(fields[latAt + 6]);
    // A short emergency has its kind there.
    const isLevel = type !== "Emergency" && level !== null && level >= 0 && level <= levelMax;
    if (isLevel) fix.attributes["batteryLevel"] = level;
  }
  if (type === "Emergency") fix.alarms.push("sos");
  // Of what, no manual that we have says.
  else if (type === "Alert") fix.attributes["alarm"] = "general";
  return { fix, isWhole: timeMs !== null && isPlace };
}

/** Behind the voltage: of a location its state and the model, of an emergency whether it is live, its kind and the model. */
function applyTail(fix: FixDraft, type: string | undefined, fields: readonly string[]): void {
  if (type === "Location") {
    applyState(fix, fields);
    applyDistance(fix, fields[4]);
  } else if (type === "Emergency" && fields.length > 2) {
    applyLive(fix, fields[0]);
    applyDistance(fix, fields[3]);
  }
}

/** Whether it is live, whether the device is parked or on its way, the report's number. */
function applyState(fix: FixDraft, [live, status, index]: readonly string[]): void {
  applyLive(fix, live);
  setNumber(fix, "status", parseNumber(status));
  setNumber(fix, "index", parseNumber(index));
}

function applyLive(fix: FixDraft, live: string | undefined): void {
  if (live === "0" || live === "1") fix.attributes["archive"] = live === "0";
}

/** Metres. */
function applyDistance(fix: FixDraft, field: string | undefined): void {
  const distance = parseNumber(field);
  if (distance !== null && distance >= 0) fix.odometerKm = distance / 1000;
}
