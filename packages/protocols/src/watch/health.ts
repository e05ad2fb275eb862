import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { parseNumber } from "./position.ts";

/** What messages besides positions carry, by their word in small letters: the fields' places and attributes. */
const fieldsByType: ReadonlyMap<string, readonly (readonly [index: number, name: string])[]> = new Map([
  [
    "lk",
    [
      [2, "batteryLevel"],
      [0, "steps"],
      [1, "rolls"],
    ],
  ],
  ["heart", [[0, "heartRate"]]],
  ["pulse", [[0, "heartRate"]]],
  [
    "blood",
    [
      [0, "pressureHigh"],
      [1, "pressureLow"],
      [2, "heartRate"],
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
  ["temp", [[0, "temp1"]]],
  ["btemp2", [[1, "temp1"]]],
]);

/**
 * A heartbeat with the battery's level, and what the watch measured on its wearer: a record without place, at the time
 * of arrival. Null if the message is none, or lacks what it is about, the first of its attributes.
 */
export function readHealth(type: string, fields: readonly string[], nowMs: number): FixDraft | null {
  const places = fieldsByType.get(type.toLowerCase());
  if (places === undefined) return null;
  const fix = createFixDraft(nowMs);
  for (const [order, [index, name]] of places.entries()) {
    const value = parseNumber(fields[index]);
    const isOne = value !== null && !(name === "batteryLevel" && (value < 0 || value > 100));
    if (isOne) fix.attributes[name] = value;
    else if (order === 0) return null;
  }
  return fix;
}
