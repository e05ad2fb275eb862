/** How often a property is tried: as given, or PROPERTY_FACTOR times as often for whoever has the time. */
export function propertyRuns(runs: number): number {
  return runs * Number(process.env["PROPERTY_FACTOR"] ?? "1");
}
