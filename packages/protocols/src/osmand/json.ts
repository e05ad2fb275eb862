import { z } from "zod";
import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import type { Reading } from "./query.ts";
import { applyAlarms, applyPlace, parseInstant, speedOf } from "./values.ts";

const locationBody = z.object({
  device_id: z.union([z.string().min(1), z.number()]).transform(String),
  location: z.object({
    timestamp: z.union([z.string(), z.number()]).transform(String),
    coords: z.object({
      latitude: z.number(),
      longitude: z.number(),
      accuracy: z.number().nullish(),
      /** Metres per second; negative where unknown, as the heading. */
      speed: z.number().nullish(),
      heading: z.number().nullish(),
      altitude: z.number().nullish(),
    }),
    is_moving: z.boolean().nullish(),
    /** Metres. */
    odometer: z.number().nullish(),
    event: z.string().nullish(),
    /** `level` from 0 to 1; negative where unknown. */
    battery: z.object({ level: z.number().nullish(), is_charging: z.boolean().nullish() }).nullish(),
    activity: z.object({ type: z.string().nullish() }).nullish(),
    extras: z.record(z.string(), z.unknown()).nullish(),
  }),
});

type Location = z.output<typeof locationBody>["location"];

const identifiedBody = z.object({
  device_id: z.unknown().refine((id) => id !== undefined && id !== null && id !== ""),
});
const kmhPerMetrePerSecond = 3.6;

/** Reads the JSON form: `{location: {timestamp, coords, …}, device_id}`. */
export function readJson(body: string): Reading {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return { kind: "malformed" };
  }
  const parsed = locationBody.safeParse(document);
  if (!parsed.success)
    return { kind: identifiedBody.safeParse(document).success ? "malformed" : "unidentified" };
  const { device_id: uniqueId, location } = parsed.data;

  const fixTimeMs = parseInstant(location.timestamp);
  if (fixTimeMs === null) return { kind: "malformed" };
  const fix = createFixDraft(fixTimeMs);
  const { latitude: lat, longitude: lng, speed, heading, altitude } = location.coords;
  if (!applyPlace(fix, { lat, lng, valid: true })) return { kind: "malformed" };
  if (isKnown(speed)) fix.speedKmh = speedOf(speed, kmhPerMetrePerSecond);
  if (isKnown(heading) && heading <= 360) fix.course = heading % 360;
  fix.altitude = altitude ?? null;
  if (isKnown(location.odometer)) fix.odometerKm = location.odometer / 1000;
  applyAttributes(fix, location);
  return { kind: "fix", uniqueId, fix };
}

function applyAttributes(fix: FixDraft, location: Location): void {
  const level = location.battery?.level;
  const said = {
    accuracy: location.coords.accuracy,
    motion: location.is_moving,
    event: location.event,
    batteryLevel: isKnown(level) && level <= 1 ? Math.round(level * 100) : null,
    charge: location.battery?.is_charging,
    activity: location.activity?.type,
  };
  for (const [name, value] of Object.entries(said)) {
    if (value !== null && value !== undefined) fix.attributes[name] = value;
  }
  for (const [name, value] of Object.entries(location.extras ?? {})) {
    if (name === "ignition" && typeof value === "boolean") fix.ignition = value;
    else if (name === "alarm" && typeof value === "string") applyAlarms(fix, value);
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      fix.attributes[name] = value;
    } else if (value !== null) fix.attributes[name] = JSON.stringify(value);
  }
}

/** The SDK writes -1 for a reading that it does not have. */
function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined && value >= 0;
}
