import type { AlertType } from "@fleet/domain";
import type { FixDraft } from "../fix-draft.ts";

export const sosKeyword = "help me";
export const alarmsByKeyword: ReadonlyMap<string, AlertType> = new Map([
  [sosKeyword, "sos"],
  ["low battery", "low_battery"],
  ["ac alarm", "power_cut"],
  ["speed", "overspeed"],
  ["accident alarm", "accident"],
]);
/** Alarms that the service has no type for, under the names of their attribute. */
const otherAlarms = new Map([
  ["stockade", "geofence"],
  ["move", "movement"],
  ["door alarm", "door"],
  ["sensor alarm", "vibration"],
  ["acc alarm", "ignition"],
  ["bonnet alarm", "bonnet"],
  ["footbrake alarm", "footBrake"],
  ["dtc", "fault"],
]);
/** What a report by interval is called. */
const plainKeywords = new Set(["", "tracker", "001"]);

/** What made the device report. A keyword that is no alarm is the attribute `event`. */
export function applyKeyword(fix: FixDraft, text: string): void {
  const keyword = text.trim().toLowerCase();
  const alarm = alarmsByKeyword.get(keyword);
  const other = otherAlarms.get(keyword);
  const fuel = keyword.startsWith("oil ") ? /^oil (\d{1,3}(?:\.\d{1,6})?)%?$/.exec(keyword)?.[1] : undefined;
  if (alarm !== undefined) fix.alarms.push(alarm);
  else if (other !== undefined) fix.attributes["alarm"] = other;
  else if (fuel !== undefined) {
    fix.attributes["alarm"] = "fuelLeak";
    fix.attributes["fuel1"] = Number(fuel);
  } else if (keyword === "acc on" || keyword === "acc off") fix.ignition = keyword === "acc on";
  else if (!plainKeywords.has(keyword)) fix.attributes["event"] = text.trim();
}
