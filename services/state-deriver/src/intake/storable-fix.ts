import { roundFix, type Attributes, type Fix } from "@fleet/domain";

/**
 * The fix as it can be stored: in stored precision, what no column can hold left out, arrival in whole seconds after
 * the fix time. Everything after this sees the same whether the fix comes from the bus or from storage.
 */
export function storableFix(fix: Fix): Fix {
  const delayS = Math.min(
    Math.max(Math.ceil((fix.receivedAtMs - fix.fixTimeMs) / 1000), -(2 ** 31)),
    2 ** 31 - 1,
  );
  return roundFix({
    ...fix,
    receivedAtMs: fix.fixTimeMs + delayS * 1000,
    valid: fix.valid && within(fix.lat, -90, 90) !== null && within(fix.lng, -180, 180) !== null,
    speedKmh: within(fix.speedKmh, 0, 10_000),
    course: within(fix.course, 0, 360),
    altitude: within(fix.altitude, -100_000, 1_000_000),
    odometerKm: within(fix.odometerKm, 0, 100_000_000),
    satellites: within(fix.satellites, 0, 255),
    hdop: within(fix.hdop, 0, 655),
    attributes: storableAttributes(fix.attributes),
  });
}

function within(value: number | null, min: number, max: number): number | null {
  return value !== null && value >= min && value <= max ? value : null;
}

/** Postgres stores neither NUL nor half a surrogate pair. */
function storableAttributes(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes).map(([name, value]) => [
    storableText(name),
    typeof value === "string" ? storableText(value) : value,
  ]);
  return Object.fromEntries(entries);
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}
