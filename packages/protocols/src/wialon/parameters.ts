import type { FixDraft } from "../fix-draft.ts";

/** Parameters by names that the vendor's platform documents, and the attributes they are. */
export const attributesByParameter: ReadonlyMap<string, string> = new Map([
  ["pwr_ext", "power"],
  ["pwr_int", "battery"],
  ["bat", "batteryLevel"],
  ["temp", "deviceTemp"],
]);
const decimal = /^[+-]?\d{1,15}(\.\d{0,15})?$/;

/** A number in decimal notation, or null. */
export function parseDecimal(text: string): number | null {
  return decimal.test(text) ? Number(text) : null;
}

/**
 * Additional parameters, `name:type:value` by commas, of type 1 (integer), 2 (double) or 3 (text). A parameter that
 * cannot be read does not spoil the record it came with.
 */
export function applyParameters(fix: FixDraft, text: string): void {
  for (const parameter of text.split(",")) {
    const [name = "", type, ...rest] = parameter.split(":");
    const value = rest.join(":");
    if (name.trim() !== "" && value !== "" && value !== "NA") applyParameter(fix, name.trim(), type, value);
  }
}

function applyParameter(fix: FixDraft, name: string, type: string | undefined, text: string): void {
  const number = parseDecimal(text);
  const value = type === "3" || number === null ? text : number;
  switch (name.toLowerCase()) {
    case "sos":
      if (number === 1 && !fix.alarms.includes("sos")) fix.alarms.push("sos");
      return;
    case "ign":
    case "ignition":
      if (number === 0 || number === 1) fix.ignition = number === 1;
      else fix.attributes[name] = value;
      return;
    default: {
      const attribute = attributesByParameter.get(name.toLowerCase());
      const isLevel = attribute !== "batteryLevel" || (number !== null && number >= 0 && number <= 100);
      if (attribute !== undefined && number !== null && isLevel) fix.attributes[attribute] = number;
      else fix.attributes[toCamelCase(name)] = value;
    }
  }
}

/** `cell_id1` is `cellId1`; other writing is the device's own and stays. */
function toCamelCase(name: string): string {
  return name.replace(/(?<=[^_])_([a-z0-9])/gi, (_, next: string) => next.toUpperCase());
}
