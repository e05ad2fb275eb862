import type { ClickHouse } from "@fleet/clickhouse";
import type { FoldedTrip } from "@fleet/domain";
import {
  detectTripEnded,
  detectTripStarted,
  tripEvent,
  tripObject,
  type EventDraft,
  type EventType,
} from "@fleet/events";

import type { VehicleChange } from "../derive/change.ts";
import { lastPlaced } from "../derive/outcome.ts";
import type { TripRevision } from "../derive/revise-segments.ts";
import {
  odometerAtM,
  positionAt,
  readPlaces,
  splitAtHand,
  type ChangedVehicle,
  type Mark,
  type Place,
} from "./past-places.ts";

/** A trip to announce, and the vehicle it belongs to. */
interface Announcement extends ChangedVehicle {
  readonly revision: TripRevision;
  readonly started: boolean;
  readonly ended: boolean;
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
  announcement: Announcement,
  start: Place | undefined,
  end: Place | undefined,
): EventDraft<EventType>[] {
  const { change, started, ended } = announcement;
  const { trip } = announcement.revision;
  const object = tripObject({
    vehicleId: change.vehicleId,
    row: trip,
    updatedAtMs: trip.updatedAtMs,
    odometerStartM: odometerAtM(announcement, start),
    odometerEndM: odometerAtM(announcement, end),
    knownUntilMs: endMsOf(change, trip.segment),
  });
  return [
    ...(started ? [tripEvent("trip.started", object, positionAt(announcement, start))] : []),
    ...(ended ? [tripEvent("trip.ended", object, positionAt(announcement, end))] : []),
  ];
}

/** A trip's first record came long before it is certain: what is not among the records at hand is read. */
async function findPlaces(clickhouse: ClickHouse, marks: readonly Mark[]): Promise<Place[]> {
  const stored = marks.filter((mark) => !isAtHand(mark));
  const read = await readPlaces(clickhouse, stored, 0);
  return marks.map((mark) => read.get(mark) ?? placeAtHand(mark));
}

function isAtHand({ change, atMs }: Mark): boolean {
  const [first] = change.newer;
  return first !== undefined && first.fix.fixTimeMs < atMs;
}

function placeAtHand(mark: Mark): Place {
  const { upTo, legsAfterMm } = splitAtHand(mark);
  return { record: lastPlaced(upTo.filter(({ fix }) => fix.fixTimeMs === mark.atMs)), legsAfterMm };
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

/** An open trip reaches to the vehicle's last record. */
function endMsOf(change: VehicleChange, { endTimeMs, startTimeMs }: FoldedTrip): number {
  return endTimeMs ?? change.after.fold.head?.fixTimeMs ?? startTimeMs;
}
