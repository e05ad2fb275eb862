import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { parseNumber } from "./position.ts";

/** What messages besides positions carry: the attributes, by the place of their field. */
const fieldsByType: ReadonlyMap<string, readonly (readonly [index: number, name: string])[]> = new Map([
  [
    "LK",
    [
      [0, "steps"],
      [1, "rolls"],
      [2, "batteryLevel"],
    ],
  ],
  ["heart", [[0, "heartRate"]]],
  ["PULSE", [[0, "heartRate"]]],
  [
    "BLOOD",
    [
      [0, "pressureHigh"],
      [1, "pressureLow"],
    ],
  ],
  [
    "bphrt",
    [
      [0, "pressureHigh"],
      [1, "pressureLow"],
      [2, "heartRate"],
    ],
  ],
  ["oxygen", [[1, "bloodOxygen"]]],
  ["TEMP", [[0, "temp1"]]],
  ["btemp2", [[1, "temp1"]]],
]);

/**
 * A heartbeat with the battery's level, and what the watch measured on its wearer: a record without place, at the time
 * of arrival. Null if the message is none, or has not all that it should.
 */
export function readHealth(type: string, fields: readonly string[], nowMs: number): FixDraft | null {
  const places = fieldsByType.get(type);
  if (places === undefined) return null;
  const fix = createFixDraft(nowMs);
  for (const [index, name] of places) {
    const value = parseNumber(fields[index]);
    if (value === null || (name === "batteryLevel" && (value < 0 || value > 100))) return null;
    fix.attributes[name] = value;
  }
  return fix;
}
