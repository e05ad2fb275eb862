import { readPositions, sumLegs, type ClickHouse, type TimeRange } from "@fleet/clickhouse";
import { fixContentHash, type DerivedFix } from "@fleet/domain";
import { alertCreated, positionObject, type EventDraft } from "@fleet/events";
import {
  withoutAlert,
  type AlertSpan,
  type Executor,
  type RaisedAlert,
  type RegisteredVehicle,
} from "@fleet/postgres";

import type { VehicleChange } from "../derive/change.ts";
import { lastPlaced, sumLegMm } from "../derive/outcome.ts";

export interface AlertedVehicle {
  readonly change: VehicleChange;
  readonly vehicle: RegisteredVehicle;
  readonly offsetM: number;
}

export interface AlertEvents {
  readonly drafts: ReadonlyMap<VehicleChange, EventDraft<"alert.created">[]>;
  /** To be noted together with the drafts. */
  readonly raised: readonly RaisedAlert[];
}

/** Of a late record without a place, its last place is looked for this far back. */
const placeWithinMs = 3_600_000;

/**
 * The alerts of conditions that none was raised for, however late they came to light: each has one of its own records
 * announced, the first that is known then. Positions are written by now.
 */
export async function alertEvents(
  clickhouse: ClickHouse,
  db: Executor,
  changed: readonly AlertedVehicle[],
): Promise<AlertEvents> {
  const spans = changed.flatMap((alerted) =>
    alerted.change.alerts.map((episode) => ({ ...episode, vehicleId: alerted.change.vehicleId, alerted })),
  );
  if (spans.length === 0) return { drafts: new Map(), raised: [] };
  const news = (await withoutAlert(db, spans)).sort((a, b) => a.startMs - b.startMs);
  const places = await findPlaces(clickhouse, news);
  const drafts = new Map<VehicleChange, EventDraft<"alert.created">[]>();
  news.forEach((span, i) => {
    const { change } = span.alerted;
    const own = drafts.get(change) ?? [];
    own.push(draftOf(span, places[i]));
    drafts.set(change, own);
  });
  return {
    drafts,
    raised: news.map(({ vehicleId, type, startMs }) => ({ vehicleId, type, fixTimeMs: startMs })),
  };
}

type Alert = AlertSpan & { readonly alerted: AlertedVehicle };

/** The last record with a place, and the legs from there to the vehicle's last record. */
interface Place {
  readonly record: DerivedFix | null;
  readonly legsAfterMm: number;
}

function draftOf({ alerted, vehicleId, type, startMs }: Alert, place: Place | undefined) {
  const { change, vehicle, offsetM } = alerted;
  const record = place?.record ?? null;
  const odometerM = offsetM + (change.after.legsMm - (place?.legsAfterMm ?? 0)) / 1000;
  return alertCreated({
    vehicleId,
    type,
    atMs: startMs,
    position: record === null ? null : positionObject(record, fixContentHash(record.fix), odometerM),
    speedLimitKmh: vehicle.speedLimitKmh,
  });
}

/** What is not among the records at hand is read, by two queries whatever the number of alerts. */
async function findPlaces(clickhouse: ClickHouse, alerts: readonly Alert[]): Promise<Place[]> {
  const late = alerts.filter((alert) => !isAtHand(alert));
  const [legsAfterMm, positions] = await Promise.all([
    sumLegs(
      clickhouse,
      late.map((alert) => rangeOf(alert, alert.startMs + 1, headMs(alert))),
    ),
    readPositions(
      clickhouse,
      late.map((alert) => rangeOf(alert, alert.startMs - placeWithinMs, alert.startMs)),
    ),
  ]);
  const records = Map.groupBy(positions, ({ vehicleId }) => vehicleId);
  const read = new Map(
    late.map((alert, i) => {
      const { startMs, vehicleId } = alert;
      const before = (records.get(vehicleId) ?? []).flatMap(({ derived }) =>
        derived.fix.fixTimeMs <= startMs ? [derived] : [],
      );
      const record = lastPlaced(before) ?? null;
      return [alert, { record, legsAfterMm: legsAfterMm[i] ?? 0 }];
    }),
  );
  return alerts.map((alert) => read.get(alert) ?? placeAtHand(alert));
}

function isAtHand({ alerted: { change }, startMs }: Alert): boolean {
  const [first] = change.newer;
  return first !== undefined && first.fix.fixTimeMs <= startMs;
}

function placeAtHand({ alerted: { change }, startMs }: Alert): Place {
  const after = change.newer.findIndex(({ fix }) => fix.fixTimeMs > startMs);
  const split = after === -1 ? change.newer.length : after;
  return {
    record: lastPlaced(change.newer.slice(0, split)) ?? change.before.newest,
    legsAfterMm: sumLegMm(change.newer.slice(split)),
  };
}

function rangeOf({ alerted: { change } }: Alert, fromMs: number, toMs: number): TimeRange {
  return { vehicleId: change.vehicleId, organisationId: change.organisationId, fromMs, toMs };
}

/** What a failed attempt left behind the vehicle's last record does not count. */
function headMs({ alerted: { change }, startMs }: Alert): number {
  return change.after.fold.head?.fixTimeMs ?? startMs;
}
