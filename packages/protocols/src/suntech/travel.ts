import { createFixDraft } from "../fix-draft.ts";
import { parseNumber } from "../decimal-text.ts";
import { applyKey, applyMeters, findDate } from "./classic.ts";
import type { ReportReading } from "./classic.ts";
import { applyPlace, parseDateTime, setNumber } from "./values.ts";

/** Distance, supply, driving time, battery, whether it is live; the journey's distance and three times. */
const meterFields = 9;

/**
 * A travel report (HTE): the time of a journey's end, the vehicle's meters and the journey's own, the places of start and
 * end, the driver last. In others start and end each have a date and a time, with the places behind them; the universal
 * one (TRV) has one of each, and the driver right behind the places. The place is that of the end. Null if the fields
 * have no time, or no place behind one.
 */
export function readTravel(fields: readonly string[]): ReportReading | null {
  const firstDate = findDate(fields, 2);
  if (firstDate < 0) return null;
  const secondDate = findDate(fields, firstDate + 2);
  const dateAt = secondDate < 0 ? firstDate : secondDate;
  const timeMs = parseDateTime(fields[dateAt], fields[dateAt + 1]);
  const startAt = findPlace(fields, dateAt + 2);
  if (timeMs === null || startAt < 0) return null;
  const fix = createFixDraft(timeMs);
  if (startAt === dateAt + 2 + meterFields) {
    const distance = parseNumber(fields[dateAt + 2]);
    if (distance !== null && distance >= 0) fix.odometerKm = distance / 1000;
    setNumber(fix, "power", parseNumber(fields[dateAt + 3]));
    applyMeters(fix, fields, dateAt + 4);
  }
  const endAt = isPlaceAt(fields, startAt + 2) ? startAt + 2 : startAt;
  const isPlace = applyPlace(fix, parseNumber(fields[endAt]), parseNumber(fields[endAt + 1]), true);
  applyKey(fix, isUniversal(fields) ? fields[endAt + 2] : fields.at(-1));
  return { fix, isWhole: isPlace };
}

function isUniversal(fields: readonly string[]): boolean {
  return fields[0]?.endsWith("TRV") === true;
}

/** The first two fields of a place, -1 for none. Its degrees have a sign, which voltages have not. */
function findPlace(fields: readonly string[], from: number): number {
  for (let index = from; index < fields.length; index++) if (isPlaceAt(fields, index)) return index;
  return -1;
}

function isPlaceAt(fields: readonly string[], at: number): boolean {
  return isSigned(fields[at]) && isSigned(fields[at + 1]);
}

function isSigned(field: string | undefined): boolean {
  return field !== undefined && (field[0] === "+" || field[0] === "-") && field.includes(".");
}
