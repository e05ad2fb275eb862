/**
 * How a model lays out its reports: a tracker of assets by battery (`asset`), one that sleeps for days (`sensor`), one
 * of vehicles with a device status (`vehicle`), and GV200, which has its pins in fields of their own.
 */
export type Family = "asset" | "sensor" | "vehicle" | "gv200";

/** Models by the device type, the first two digits of the protocol version; what is not named is a vehicle's. */
const familiesByType: ReadonlyMap<string, Family> = new Map([
  ["02", "asset"],
  ["04", "gv200"],
  ["07", "asset"],
  ["11", "asset"],
  ["1A", "asset"],
  ["21", "asset"],
  ["28", "asset"],
  ["2C", "asset"],
  ["30", "asset"],
  ["35", "gv200"],
  ["40", "asset"],
  ["42", "asset"],
  ["44", "asset"],
  ["52", "asset"],
  ["55", "asset"],
  ["97", "sensor"],
  ["C3", "asset"],
  ["DE", "sensor"],
  ["F5", "asset"],
]);
/** Models at the diagnostic socket, which have the chassis number in front of the name. */
const diagnosticTypes = new Set(["1F", "2D", "36", "5E"]);

export interface ModelLayout {
  readonly family: Family;
  /** Where the fields behind the device's name begin. */
  readonly start: number;
  /** Whether it sits at the diagnostic socket. */
  readonly isDiagnostic: boolean;
}

/** The layout of a protocol version; one model leaves the version out, and the name too. */
export function layoutOf(version: string): ModelLayout {
  const type = version.slice(0, 2).toUpperCase();
  const isDiagnostic = diagnosticTypes.has(type);
  const start = version === "" ? 2 : isDiagnostic ? 5 : 4;
  return { family: familiesByType.get(type) ?? "vehicle", start, isDiagnostic };
}
