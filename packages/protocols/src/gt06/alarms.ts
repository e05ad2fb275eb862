import type { AlertType } from "@fleet/domain";
import type { FixDraft } from "../fix-draft.ts";

const alertsByCode: ReadonlyMap<number, AlertType> = new Map([
  [0x01, "sos"],
  [0x02, "power_cut"],
  [0x06, "overspeed"],
  [0x09, "towing"],
  [0x0c, "tampering"],
  [0x0e, "low_battery"],
  [0x0f, "low_battery"],
  [0x13, "tampering"],
  [0x15, "low_battery"],
  [0x17, "jamming"],
  [0x18, "tampering"],
  [0x19, "low_battery"],
  [0x25, "tampering"],
  [0x29, "harsh_acceleration"],
  [0x2a, "harsh_cornering"],
  [0x2b, "harsh_cornering"],
  [0x2c, "accident"],
  [0x2d, "accident"],
  [0x2e, "harsh_cornering"],
  [0x30, "harsh_braking"],
  [0x32, "power_cut"],
  [0x35, "tampering"],
  [0x65, "tampering"],
  [0x90, "harsh_acceleration"],
  [0x91, "harsh_braking"],
]);
/** Alarms that the service has no type for, under the names of their attribute. */
const otherAlarms = new Map([
  [0x03, "vibration"],
  [0x04, "geofenceEnter"],
  [0x05, "geofenceExit"],
  [0x0a, "gnssDeadZoneEnter"],
  [0x0b, "gnssDeadZoneExit"],
  [0x0d, "gnssFirstFix"],
  [0x10, "simChange"],
  [0x11, "powerOff"],
  [0x12, "airplaneMode"],
  [0x14, "door"],
  [0x16, "sound"],
  [0x20, "deepSleep"],
  [0x23, "fallDown"],
]);
/** In the table of the devices that give their supply voltage in the last byte of the status. */
const shortTable: ReadonlyMap<number, AlertType> = new Map([
  [0x19, "harsh_acceleration"],
  [0x1a, "harsh_braking"],
  [0x1b, "harsh_cornering"],
]);
const ignitionOnCode = 0xfe;
const ignitionOffCode = 0xff;

/** The code that raises an alert; undefined where there is none. */
export function codeOfAlert(alert: AlertType): number | undefined {
  for (const [code, type] of alertsByCode) if (type === alert) return code;
  return undefined;
}

/** What the alarm byte says; a code without a name is the attribute `event`. */
export function applyAlarmCode(fix: FixDraft, code: number, hasShortTable = false): void {
  if (code === 0) return;
  const alert = (hasShortTable ? shortTable.get(code) : undefined) ?? alertsByCode.get(code);
  const other = otherAlarms.get(code);
  if (alert !== undefined) raise(fix, alert);
  else if (other !== undefined) fix.attributes["alarm"] = other;
  else if (code === ignitionOnCode || code === ignitionOffCode) fix.ignition = code === ignitionOnCode;
  else fix.attributes["event"] = code;
}

const alertsByBits = new Map<number, AlertType>([
  [2, "power_cut"],
  [3, "low_battery"],
  [4, "sos"],
]);

/** The alarm of the status byte, bits 3 to 5. */
export function applyAlarmBits(fix: FixDraft, bits: number): void {
  const alert = alertsByBits.get(bits);
  if (alert !== undefined) raise(fix, alert);
  else if (bits === 1) fix.attributes["alarm"] = "vibration";
}

function raise(fix: FixDraft, alert: AlertType): void {
  if (!fix.alarms.includes(alert)) fix.alarms.push(alert);
}
