import { z } from "zod";
import { fixSchema } from "../fix.ts";
import { fixKeySchema } from "../fix-order.ts";
import { isEqualJson } from "../json-equal.ts";
import { movementStatuses } from "../live-status.ts";

/**
 * Bumped when a stored fold of the former shape or rules must not be continued from. Every vehicle is then folded from
 * its first record, so that members with defaults are to be preferred where they will do.
 */
export const foldVersion = 2;

const totals = z.object({
  distanceMm: z.number(),
  movingMs: z.number(),
  idleMs: z.number(),
  /** The greatest that a fix said; nought where none did. */
  maxSpeedKmh: z.number(),
  /** Of the fastest leg to a fix that says none. Folds stored before this was know of none. */
  maxLegKmh: z.number().default(0),
  /** What the distance was taken from: bit 1 odometer, bit 2 GPS. */
  sources: z.number(),
});

const mark = totals.extend({ timeMs: z.number(), lat: z.number(), lng: z.number() });

const drive = totals.extend({
  startMs: z.number(),
  startLat: z.number(),
  startLng: z.number(),
  /** Follows the rules for reported ignition; else those for none. */
  reported: z.boolean(),
  /** Distance from which on it is certain to be a trip. */
  certainMm: z.number(),
  certain: z.boolean(),
  /** Where movement stopped: the last fix of the last moving leg, and the totals there. */
  moved: mark.nullable(),
  /** Where the tracker went to rest since then, without reported ignition. */
  rested: mark.nullable(),
});

const openStop = z.object({ startMs: z.number(), lat: z.number(), lng: z.number(), idleMs: z.number() });

const storedFold = z.object({
  version: z.literal(foldVersion),
  /** Key of the last record folded: what comes next must be after it by `compareFixKeys`. */
  head: fixKeySchema.nullable(),
  /** The last record taken into account; earlier than `head` while leaps are in suspense. */
  last: z.object({ timeMs: z.number(), deviceId: z.number() }).nullable(),
  /** The last fix with a place that counts. */
  at: z
    .object({
      timeMs: z.number(),
      lat: z.number(),
      lng: z.number(),
      speedKmh: z.number().nullable(),
      course: z.number().nullable(),
      odometerM: z.number().nullable(),
    })
    .nullable(),
  /** A change of device or a gap of assignment lies between the last place and the next. */
  cut: z.boolean(),
  ignition: z.object({ on: z.boolean(), inferred: z.boolean() }),
  movement: z.enum(movementStatuses),
  /** When an inferred ignition was last seen moving; null once it is off, or where ignition is reported. */
  inferredOnMs: z.number().nullable(),
  /** Length of the last leg that took time, and whether it moved. */
  legMs: z.number().nullable(),
  legMoved: z.boolean(),
  /** Time given to the trip or stop since the last fix with a position. */
  sinceFix: z.object({ movingMs: z.number(), idleMs: z.number() }),
  /** GPS distance since the device's odometer last changed, up to where it counts as stuck. */
  odometerStillMm: z.number(),
  /** The open stop; null before the first trip and during one. */
  stop: openStop.nullable(),
  /** The trip, or what may become one. */
  trip: drive.nullable(),
  /** Where the trip, if any, ends unless the ignition is on again within `ignitionFlapMs`, and what may become the next trip then. */
  off: mark.nullable(),
  next: drive.nullable(),
  /** Records from the first leap on, until it is known whether three agree. */
  pending: z.array(fixSchema),
  /** A timer settled what could be settled since the last record. */
  settled: z.boolean(),
  /** It settled that the off lasts, and waits for what else is open. Folds stored before this was know none. */
  offSettled: z.boolean().default(false),
});

/**
 * State of a vehicle's fold: JSON, mostly under 1 KB and never 1.7 KB, which a stop, a drive, an off and what moves
 * behind it would come to (but for leaps in suspense). It holds nothing absolute, so that two folds with different pasts
 * are equal once they agree on all that the future depends on (`isSameFold`).
 */
export type VehicleFold = z.infer<typeof storedFold>;
/** A fix with a place that counts. */
export type At = NonNullable<VehicleFold["at"]>;
/** A stop without an end yet. */
export type OpenStop = z.infer<typeof openStop>;
/** Totals and place of a drive at an instant. */
export type Mark = z.infer<typeof mark>;
/** A trip, or what may become one. */
export type Drive = z.infer<typeof drive>;

/** The fold of a vehicle before its first record. */
export function emptyFold(): VehicleFold {
  return {
    version: foldVersion,
    head: null,
    last: null,
    at: null,
    cut: false,
    ignition: { on: false, inferred: true },
    movement: "parked",
    inferredOnMs: null,
    legMs: null,
    legMoved: false,
    sinceFix: { movingMs: 0, idleMs: 0 },
    odometerStillMm: 0,
    stop: null,
    trip: null,
    off: null,
    next: null,
    pending: [],
    settled: false,
    offSettled: false,
  };
}

/** A fold whose vehicle is in a stop, of records that are no longer known: it goes on as after a change of device. */
export function foldInStop(stop: OpenStop): VehicleFold {
  const { startMs: timeMs, lat, lng } = stop;
  const at = { timeMs, lat, lng, speedKmh: null, course: null, odometerM: null };
  return { ...emptyFold(), at, cut: true, stop };
}

/** A fold read back from storage; null where it was stored by another version and must be folded anew. */
export function parseFold(stored: unknown): VehicleFold | null {
  const parsed = storedFold.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/**
 * Whether two folds give the same for whatever comes, so that folding anew may stop here: they are equal, the timer's
 * marks aside. With leaps in suspense they never are, because rows given before may have to be given again.
 */
export function isSameFold(a: VehicleFold, b: VehicleFold): boolean {
  if (a.pending.length > 0 || b.pending.length > 0) return false;
  const unmarked = { settled: false, offSettled: false };
  return isEqualJson({ ...a, ...unmarked }, { ...b, ...unmarked });
}

/** A copy that can be worked on without touching the original; spelled out, being on the hot path. */
export function copyFold(fold: VehicleFold): VehicleFold {
  return {
    ...fold,
    last: fold.last && { ...fold.last },
    at: fold.at && { ...fold.at },
    ignition: { ...fold.ignition },
    sinceFix: { ...fold.sinceFix },
    stop: fold.stop && { ...fold.stop },
    trip: fold.trip && copyDrive(fold.trip),
    off: fold.off && { ...fold.off },
    next: fold.next && copyDrive(fold.next),
    pending: [...fold.pending],
  };
}

function copyDrive(drive: Drive): Drive {
  return {
    ...drive,
    moved: drive.moved && { ...drive.moved },
    rested: drive.rested && { ...drive.rested },
  };
}
