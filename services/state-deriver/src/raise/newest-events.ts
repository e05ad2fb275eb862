import { fixContentHash } from "@fleet/domain";
import {
  detectIgnitionOff,
  detectIgnitionOn,
  detectStatusChanged,
  positionObject,
  type EventDraft,
  type EventType,
  type Moment,
  type Standing,
} from "@fleet/events";

import type { VehicleChange } from "../derive/change.ts";
import { isTold } from "./told.ts";

/** One line an event type that a newer record can raise. */
const detectors: readonly ((before: Standing, moment: Moment) => EventDraft<EventType> | null)[] = [
  detectIgnitionOn,
  detectIgnitionOff,
  detectStatusChanged,
];

/**
 * Events of the newest state: the committed one is compared with each record after it in turn. Late records, however
 * much they revise, are no part of that.
 */
export function newestEvents(
  { before, after, newer }: VehicleChange,
  offsetM: number,
): EventDraft<EventType>[] {
  const drafts: EventDraft<EventType>[] = [];
  const { told } = before;
  const said = told ?? before.standing;
  let standing: Standing = {
    ignitionOn: said.ignitionOn,
    status: before.standing.movementSinceMs === null ? "offline" : said.movement,
  };
  let odometerMm = offsetM * 1000 + after.legsMm - newer.reduce((sum, { legMm }) => sum + legMm, 0);
  for (const record of newer) {
    odometerMm += record.legMm;
    if (record.leap || isTold(told, record)) continue;
    const odometerM = odometerMm / 1000;
    const moment: Moment = {
      atMs: record.fix.fixTimeMs,
      ignitionOn: record.ignitionOn,
      movement: record.movement,
      odometerM,
      // Made only where an event carries it, as few do.
      get position() {
        return positionObject(record, fixContentHash(record.fix), odometerM);
      },
    };
    for (const detect of detectors) {
      const draft = detect(standing, moment);
      if (draft !== null) drafts.push(draft);
    }
    standing = { ignitionOn: record.ignitionOn, status: record.movement };
  }
  return drafts;
}
