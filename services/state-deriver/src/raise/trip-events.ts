import { readPositions, sumLegs, type ClickHouse, type TimeRange } from "@fleet/clickhouse";
import { fixContentHash, type DerivedFix, type FoldedTrip } from "@fleet/domain";
import {
  detectTripEnded,
  detectTripStarted,
  positionObject,
  tripEvent,
  tripObject,
  type EventDraft,
  type EventType,
  type PositionObject,
} from "@fleet/events";

import type { VehicleChange } from "../derive/change.ts";
import { lastPlaced, sumLegMm } from "../derive/outcome.ts";
import type { TripRevision } from "../derive/revise-segments.ts";

/** A trip to announce, and the vehicle it belongs to. */
interface Announcement {
  readonly change: VehicleChange;
  readonly offsetM: number;
  readonly revision: TripRevision;
  readonly started: boolean;
  readonly ended: boolean;
}

export interface ChangedVehicle {
  readonly change: VehicleChange;
  readonly offsetM: number;
}

/** The events of trips, by vehicle. Their positions are written by now. */
export async function tripEvents(
  clickhouse: ClickHouse,
  changed: readonly ChangedVehicle[],
): Promise<Map<VehicleChange, EventDraft<EventType>[]>> {
  const announcements = changed.flatMap(announcementsOf);
  const places = await findPlaces(
    clickhouse,
    announcements.flatMap(({ change, revision: { trip } }) => [
      { change, atMs: trip.segment.startTimeMs },
      { change, atMs: endMsOf(change, trip.segment) },
    ]),
  );
  const drafts = new Map<VehicleChange, EventDraft<EventType>[]>();
  announcements.forEach((announcement, i) => {
    const { change } = announcement;
    const own = drafts.get(change) ?? [];
    own.push(...eventsOf(announcement, places[2 * i], places[2 * i + 1]));
    drafts.set(change, own);
  });
  return drafts;
}

function eventsOf(
  { change, offsetM, revision: { trip }, started, ended }: Announcement,
  start: Place | undefined,
  end: Place | undefined,
): EventDraft<EventType>[] {
  const odometerAt = (place: Place | undefined): number =>
    offsetM + (change.after.legsMm - (place?.legsAfterMm ?? 0)) / 1000;
  const positionAt = (place: Place | undefined): PositionObject | null => {
    const record = place?.record;
    return record === undefined
      ? null
      : positionObject(record, fixContentHash(record.fix), odometerAt(place));
  };
  const object = tripObject({
    vehicleId: change.vehicleId,
    row: trip,
    updatedAtMs: trip.updatedAtMs,
    odometerStartM: odometerAt(start),
    odometerEndM: odometerAt(end),
    knownUntilMs: endMsOf(change, trip.segment),
  });
  return [
    ...(started ? [tripEvent("trip.started", object, positionAt(start))] : []),
    ...(ended ? [tripEvent("trip.ended", object, positionAt(end))] : []),
  ];
}

/** An instant of a vehicle's past. */
interface Mark {
  readonly change: VehicleChange;
  readonly atMs: number;
}

/** The record with a place at that instant, and the legs from there to the vehicle's last record. */
interface Place {
  readonly record: DerivedFix | undefined;
  readonly legsAfterMm: number;
}

/**
 * A trip's first record came long before it is certain: what is not among the records at hand is read, by two queries
 * whatever the number of trips.
 */
async function findPlaces(clickhouse: ClickHouse, marks: readonly Mark[]): Promise<Place[]> {
  const stored = marks.filter((mark) => !isAtHand(mark));
  const [legsAfterMm, positions] = await Promise.all([
    sumLegs(
      clickhouse,
      stored.map(({ change, atMs }) => rangeOf(change, atMs + 1, change.after.fold.head?.fixTimeMs ?? atMs)),
    ),
    readPositions(
      clickhouse,
      stored.map(({ change, atMs }) => rangeOf(change, atMs, atMs)),
    ),
  ]);
  const records = Map.groupBy(positions, ({ vehicleId, derived }) => `${vehicleId} ${derived.fix.fixTimeMs}`);
  const placeOf = new Map(
    stored.map((mark, i) => {
      const there = records.get(`${mark.change.vehicleId} ${mark.atMs}`) ?? [];
      const record = lastPlaced(there.map(({ derived }) => derived));
      return [mark, { record, legsAfterMm: legsAfterMm[i] ?? 0 }];
    }),
  );
  return marks.map((mark) => placeOf.get(mark) ?? placeAtHand(mark));
}

function isAtHand({ change, atMs }: Mark): boolean {
  const [first] = change.newer;
  return first !== undefined && first.fix.fixTimeMs < atMs;
}

function placeAtHand({ change, atMs }: Mark): Place {
  const after = change.newer.findIndex(({ fix }) => fix.fixTimeMs > atMs);
  const split = after === -1 ? change.newer.length : after;
  const there = change.newer.slice(0, split).filter(({ fix }) => fix.fixTimeMs === atMs);
  return { record: lastPlaced(there), legsAfterMm: sumLegMm(change.newer.slice(split)) };
}

function announcementsOf({ change, offsetM }: ChangedVehicle): Announcement[] {
  return change.trips.flatMap((revision) => {
    const { trip, announcedBefore } = revision;
    const state = {
      withdrawn: trip.withdrawn,
      ended: trip.segment.endTimeMs !== null,
      startAnnounced: announcedBefore !== "nothing",
      endAnnounced: announcedBefore === "end",
    };
    const started = detectTripStarted(state);
    const ended = detectTripEnded(state);
    return started || ended ? [{ change, offsetM, revision, started, ended }] : [];
  });
}

/** What a failed attempt left behind the vehicle's last record does not count, hence the upper bound. */
function rangeOf(change: VehicleChange, fromMs: number, toMs: number): TimeRange {
  return { vehicleId: change.vehicleId, organisationId: change.organisationId, fromMs, toMs };
}

/** An open trip reaches to the vehicle's last record. */
function endMsOf(change: VehicleChange, { endTimeMs, startTimeMs }: FoldedTrip): number {
  return endTimeMs ?? change.after.fold.head?.fixTimeMs ?? startTimeMs;
}
