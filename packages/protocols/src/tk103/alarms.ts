import type { AlertType } from "@fleet/domain";
import type { FixDraft } from "../fix-draft.ts";

/** Messages that begin with the code of an alarm. */
export const alarmCommands: ReadonlySet<string> = new Set(["BO01", "BO02"]);
export const alertsByCode: ReadonlyMap<string, AlertType> = new Map([
  ["0", "power_cut"],
  ["1", "accident"],
  ["2", "sos"],
  ["5", "overspeed"],
]);
/** Alarms that the service has no type for, under the names of their attribute. */
const otherAlarms = new Map([
  ["3", "theft"],
  ["4", "lowSpeed"],
  ["6", "geofence"],
  ["7", "movement"],
]);
/** Of trackers at the diagnostic socket: `BQ81,ALARM,code,…`. */
const diagnosticAlerts = new Map<string, AlertType>([["1", "overspeed"]]);

/** What an alarm's code says; one without a name is the attribute `event`. */
export function applyAlarm(fix: FixDraft, code: string): void {
  const alert = alertsByCode.get(code);
  const other = otherAlarms.get(code);
  if (alert !== undefined) fix.alarms.push(alert);
  else if (other !== undefined) fix.attributes["alarm"] = other;
  else fix.attributes["event"] = code;
}

/** What stands in front of the report of a diagnostic tracker; nothing if it is no alarm. */
export function applyDiagnosticAlarm(fix: FixDraft, front: string): void {
  const [, word, code = ""] = front.split(",");
  if (word !== "ALARM") return;
  const alert = diagnosticAlerts.get(code);
  if (alert === undefined) fix.attributes["event"] = code;
  else fix.alarms.push(alert);
}
