import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { applyCourse, applyMileage, applyPlace, applyState, parseNumber, readTime } from "./values.ts";

const unknownVoltage = 65_535;

/** What a message says in the form with commas; null if it is no record. */
export function readFieldMessage(
  command: string,
  fields: readonly string[],
  nowMs: number,
): FixDraft | "malformed" | null {
  if (command === "ZC20") return readVoltages(fields);
  if (command === "ZC03")
    return { ...createFixDraft(nowMs), attributes: { result: fields.slice(2).join(",") } };
  const [date = "", validity = "", lat = "", lng = "", speed, time = ""] = fields;
  if (validity !== "A" && validity !== "V") return command.startsWith("DW5") ? readCell(fields) : null;
  const timeMs = readTime(date, time, "DMY");
  if (timeMs === null) return "malformed";
  const fix = createFixDraft(timeMs);
  if (!applyPlace(fix, validity, lat, lng)) return "malformed";
  const speedKmh = parseNumber(speed);
  if (speedKmh !== null && speedKmh >= 0) fix.speedKmh = speedKmh;
  applyCourse(fix, fields[6]);
  applyTail(fix, fields[7], fields[8]);
  return fix;
}

/** Behind the course: state and mileage, or height and satellites. */
function applyTail(fix: FixDraft, first: string | undefined, second: string | undefined): void {
  if (first === undefined) return;
  if (second?.startsWith("L")) {
    applyState(fix, first);
    applyMileage(fix, second.slice(1, 9));
    return;
  }
  fix.altitude = parseNumber(first);
  const satellites = parseNumber(second);
  if (satellites !== null && satellites >= 0) fix.satellites = satellites;
}

/** Date, time, step of the battery's level, voltages of battery (hundredths) and supply (tenths), installation. */
function readVoltages(fields: readonly string[]): FixDraft | "malformed" {
  const timeMs = readTime(fields[0] ?? "", fields[1] ?? "", "DMY");
  if (timeMs === null) return "malformed";
  const fix = createFixDraft(timeMs);
  const [step, battery, power] = fields.slice(2, 5).map(parseNumber);
  if (typeof step === "number") fix.attributes["batteryStep"] = step;
  if (typeof battery === "number" && battery !== unknownVoltage) fix.attributes["battery"] = battery / 100;
  if (typeof power === "number" && power !== unknownVoltage) fix.attributes["power"] = power / 10;
  return fix;
}

/** Country, network, area and cell, a number, date and time. The place is what the protocol writes for none: zeros. */
function readCell(fields: readonly string[]): FixDraft | "malformed" {
  const timeMs = readTime(fields[5] ?? "", fields[6] ?? "", "DMY");
  if (timeMs === null) return "malformed";
  const fix = createFixDraft(timeMs);
  fix.lat = 0;
  fix.lng = 0;
  const [mcc = 0, mnc = -1, lac = 0, cellId = 0] = fields
    .slice(0, 4)
    .map((field) => parseNumber(field) ?? -1);
  if (mcc > 0 && mnc >= 0 && lac > 0 && cellId > 0) {
    fix.attributes["mcc1"] = mcc;
    fix.attributes["mnc1"] = mnc;
    fix.attributes["lac1"] = lac;
    fix.attributes["cellId1"] = cellId;
  }
  return fix;
}
