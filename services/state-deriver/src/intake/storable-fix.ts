import { roundFix, type Attributes, type DecodedFix, type Fix } from "@fleet/domain";

/**
 * A decoded fix of a device, with its arrival (Unix milliseconds), as it can be stored: in stored precision, what no column can hold left out, arrival in whole seconds after
 * the fix time. Everything after this sees the same whether the fix comes from the bus or from storage.
 */
export function storableFix(fix: DecodedFix, deviceId: number, receivedAtMs: number): Fix {
  const delayS = Math.min(
    Math.max(Math.ceil((receivedAtMs - fix.fixTimeMs) / 1000), -(2 ** 31)),
    2 ** 31 - 1,
  );
  return roundFix({
    deviceId,
    receivedAtMs: fix.fixTimeMs + delayS * 1000,
    fixTimeMs: fix.fixTimeMs,
    deviceTimeMs: fix.deviceTimeMs,
    valid: fix.valid && within(fix.lat, -90, 90) !== null && within(fix.lng, -180, 180) !== null,
    lat: fix.lat,
    lng: fix.lng,
    speedKmh: within(fix.speedKmh, 0, 10_000),
    course: within(fix.course, 0, 360),
    altitude: within(fix.altitude, -100_000, 1_000_000),
    ignition: fix.ignition,
    odometerKm: within(fix.odometerKm, 0, 100_000_000),
    satellites: within(fix.satellites, 0, 255),
    hdop: within(fix.hdop, 0, 655),
    alarms: fix.alarms,
    attributes: storableAttributes(fix.attributes),
  });
}

function within(value: number | null, min: number, max: number): number | null {
  return value !== null && value >= min && value <= max ? value : null;
}

/** Postgres stores neither NUL nor half a surrogate pair. Hardly any text has them. */
function storableAttributes(attributes: Attributes): Attributes {
  for (const name in attributes) {
    if (!isStorable(name) || !isStorable(attributes[name])) return cleanedAttributes(attributes);
  }
  return attributes;
}

function isStorable(value: Attributes[string] | undefined): boolean {
  return typeof value !== "string" || (value.isWellFormed() && !value.includes("\0"));
}

function cleanedAttributes(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes).map(([name, value]) => [
    storableText(name),
    typeof value === "string" ? storableText(value) : value,
  ]);
  return Object.fromEntries(entries);
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}
