import { readPositions, sumLegs, type ClickHouse, type TimeRange } from "@fleet/clickhouse";
import { fixContentHash, type DerivedFix } from "@fleet/domain";
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

/**
 * The events of trips, by vehicle. A trip's first record came long before it is certain, so its place and odometer are
 * read from the positions, which are written by now: two queries, whatever the number of trips.
 */
export async function tripEvents(
  clickhouse: ClickHouse,
  changed: readonly ChangedVehicle[],
): Promise<Map<VehicleChange, EventDraft<EventType>[]>> {
  const announcements = changed.flatMap(announcementsOf);
  const drafts = new Map<VehicleChange, EventDraft<EventType>[]>();
  if (announcements.length === 0) return drafts;
  const [legsAfterMm, positions] = await Promise.all([
    sumLegs(
      clickhouse,
      announcements.flatMap((announcement) => [
        legsRange(announcement, startMsOf(announcement)),
        legsRange(announcement, endMsOf(announcement)),
      ]),
    ),
    readPositions(
      clickhouse,
      announcements.flatMap((announcement) => [
        rangeOf(announcement, startMsOf(announcement), startMsOf(announcement)),
        rangeOf(announcement, endMsOf(announcement), endMsOf(announcement)),
      ]),
    ),
  ]);
  const recordAt = new Map<string, DerivedFix>();
  for (const { vehicleId, derived } of positions) {
    if (derived.fix.valid && !derived.leap) recordAt.set(`${vehicleId} ${derived.fix.fixTimeMs}`, derived);
  }
  announcements.forEach((announcement, i) => {
    const { change, offsetM, revision, started, ended } = announcement;
    const totalM = offsetM + change.after.legsMm / 1000;
    const odometerStartM = totalM - (legsAfterMm[2 * i] ?? 0) / 1000;
    const odometerEndM = totalM - (legsAfterMm[2 * i + 1] ?? 0) / 1000;
    const placeAt = (atMs: number, odometerM: number): PositionObject | null => {
      const record = recordAt.get(`${change.vehicleId} ${atMs}`);
      return record === undefined ? null : positionObject(record, fixContentHash(record.fix), odometerM);
    };
    const trip = tripObject({
      vehicleId: change.vehicleId,
      row: revision.trip,
      updatedAtMs: revision.trip.updatedAtMs,
      odometerStartM,
      odometerEndM,
      knownUntilMs: endMsOf(announcement),
    });
    const own = drafts.get(change) ?? [];
    drafts.set(change, own);
    if (started) own.push(tripEvent("trip.started", trip, placeAt(startMsOf(announcement), odometerStartM)));
    if (ended) own.push(tripEvent("trip.ended", trip, placeAt(endMsOf(announcement), odometerEndM)));
  });
  return drafts;
}

function announcementsOf({ change, offsetM }: ChangedVehicle): Announcement[] {
  return change.trips.flatMap((revision) => {
    const { trip, startAnnounced, endAnnounced } = revision;
    const state = {
      withdrawn: trip.withdrawn,
      ended: trip.segment.endTimeMs !== null,
      startAnnounced,
      endAnnounced,
    };
    const started = detectTripStarted(state);
    const ended = detectTripEnded(state);
    return started || ended ? [{ change, offsetM, revision, started, ended }] : [];
  });
}

function rangeOf({ change }: Announcement, fromMs: number, toMs: number): TimeRange {
  return { vehicleId: change.vehicleId, organisationId: change.organisationId, fromMs, toMs };
}

function startMsOf({ revision }: Announcement): number {
  return revision.trip.segment.startTimeMs;
}

function endMsOf({ revision, change }: Announcement): number {
  const { endTimeMs, startTimeMs } = revision.trip.segment;
  return endTimeMs ?? change.after.fold.head?.fixTimeMs ?? startTimeMs;
}

/** From just after an instant to the vehicle's last record: what a failed attempt left behind that does not count. */
function legsRange(announcement: Announcement, atMs: number): TimeRange {
  const lastMs = announcement.change.after.fold.head?.fixTimeMs ?? atMs;
  return rangeOf(announcement, atMs + 1, lastMs);
}
