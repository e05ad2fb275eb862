import type { FixDraft } from "../fix-draft.ts";

/** Sets the place; false where it is none. Zero and zero is what devices send that have had no fix yet. */
export function applyPlace(fix: FixDraft, lat: number, lng: number, isFixed: boolean): boolean {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return false;
  if (lat === 0 && lng === 0) return true;
  fix.lat = lat;
  fix.lng = lng;
  fix.valid = isFixed;
  return true;
}

export function applyCourse(fix: FixDraft, course: number | null): void {
  if (course !== null && course >= 0 && course <= 360) fix.course = course % 360;
}

/**
 * Voltages of battery and supply. Their scale is the model's, which no report names, but what a battery can have tells
 * it: hundredths of a volt, or steps of a converter of ten or twelve bits. The supply's is known only in hundredths.
 */
export function applyVoltages(fix: FixDraft, battery: number, supply: number | null): void {
  const isHundredths = battery === 0 || isBatteryVoltage(battery / 100);
  for (const volts of [battery / 100, (battery * 6) / 1024, (battery * 6.6) / 4096]) {
    if (!isBatteryVoltage(volts)) continue;
    fix.attributes["battery"] = Math.round(volts * 1000) / 1000;
    break;
  }
  if (supply === null) return;
  fix.attributes[isHundredths ? "power" : "adc5"] = isHundredths ? supply / 100 : supply;
}

function isBatteryVoltage(volts: number): boolean {
  return volts >= 2.5 && volts <= 4.6;
}
