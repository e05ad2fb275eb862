import type { AlertType } from "@fleet/domain";
import type { FixDraft } from "../fix-draft.ts";

/** Adds to the alarms that the service has a type for, each once. */
export function addAlert(fix: FixDraft, alert: AlertType): void {
  if (!fix.alarms.includes(alert)) fix.alarms.push(alert);
}

/** Adds to those that it has none for: the alarm word and any item may say some. */
export function addAlarm(fix: FixDraft, name: string): void {
  const before = fix.attributes["alarm"];
  fix.attributes["alarm"] = typeof before === "string" ? `${before},${name}` : name;
}
