import type { FixDraft } from "../fix-draft.ts";
import { parseHex } from "../hex.ts";
import { applyCells, applyServingCell, countryMin } from "./cells.ts";
import { applyStatus } from "./status.ts";
import { batteryPercent, parseNumber } from "./units.ts";

/** Behind the date: the status and what follows it; some types have a card or an owner's number in between. */
export function applyTail(fix: FixDraft, fields: readonly string[], start: number): void {
  let hasStatus = false;
  for (let index = start; index < fields.length; index++) {
    const field = fields[index] ?? "";
    if (!hasStatus && applyStatusField(fix, field)) {
      hasStatus = true;
      applyBehindStatus(fix, fields.slice(index + 1));
    } else if (field.length > 18 && /^89\d{16,17}[0-9a-f]{1,2}$/i.test(field))
      fix.attributes["iccid"] = field;
  }
}

/** Whether a field is a status. */
export function applyStatusField(fix: FixDraft, field: string | undefined): boolean {
  const status = field?.length === 8 ? parseHex(field) : null;
  if (status === null) return false;
  applyStatus(fix, status);
  return true;
}

/** The battery with or without cells, or sensors, or the serving cell with or without the battery. */
function applyBehindStatus(fix: FixDraft, fields: readonly string[]): void {
  if (applyBatteryFirst(fix, fields) || applySensors(fix, fields)) return;
  const percent = batteryPercent(applyServingCell(fix, fields));
  if (percent !== null) fix.attributes["batteryLevel"] = percent;
}

/**
 * The battery alone, or with the number of cells behind it, their country and network, and area and cell of each. It has
 * two digits, which no country has, in hexadecimal ones either.
 */
function applyBatteryFirst(fix: FixDraft, fields: readonly string[]): boolean {
  const [percent = "", count] = fields;
  if (!/^\d\d$/.test(percent)) return false;
  const [mcc, mnc] = fields.slice(2, 4).map(parseNumber);
  if (count !== undefined && !(count.length === 1 && mcc && mcc >= countryMin)) return false;
  fix.attributes["batteryLevel"] = Number(percent);
  applyCells(fix, [mcc ?? null, mnc ?? null], fields.slice(4), 2);
  return true;
}

/** Mileage (m), temperature, fuel (litres), altitude, area and cell: told by the point of the fuel, which no area has. */
function applySensors(fix: FixDraft, fields: readonly string[]): boolean {
  if (fields.length !== 6 || !fields[2]?.includes(".")) return false;
  const [metres, temperature, fuel, altitude] = fields.slice(0, 4).map(parseNumber);
  if (typeof metres === "number") fix.odometerKm = metres / 1000;
  if (typeof temperature === "number") fix.attributes["temp1"] = temperature;
  if (typeof fuel === "number") fix.attributes["fuel"] = fuel;
  fix.altitude = altitude ?? null;
  for (const [index, name] of ["lac1", "cellId1"].entries()) {
    const code = parseHex(fields[4 + index]?.trim());
    if (code) fix.attributes[name] = code;
  }
  return true;
}
