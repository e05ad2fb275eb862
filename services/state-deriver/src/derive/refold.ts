import { sumLegsUpTo, type ClickHouse, type CommittedRows } from "@fleet/clickhouse";
import {
  compareFixes,
  compareFixKeys,
  fixContentHash,
  fixKey,
  isSameFold,
  touchedEpisodes,
  type DerivedFix,
  type Fix,
  type VehicleFold,
} from "@fleet/domain";

import type { DeriverMetrics } from "../metrics.ts";
import type { AssignmentsByDevice, FleetRegistry } from "../registry/fleet-registry.ts";
import { emptyDerivation, type Snapshot, type Standing } from "./derivation.ts";
import { foldForward } from "./fold-forward.ts";
import { earliestReading, lastPlaced, spansOf, sumLegMm, type Outcome, type VehicleWork } from "./outcome.ts";
import { settleHistory } from "./settle.ts";
import { readBases, readNextSnapshots, readRecords, type StoredSnapshot } from "./stored-history.ts";
import { episodesOf, foldOnto, startStretch, take, takeSnapshot, type Stretch } from "./stretch.ts";

export interface Refolding {
  readonly clickhouse: ClickHouse;
  readonly registry: FleetRegistry;
  readonly committed: CommittedRows;
  readonly metrics: DeriverMetrics;
  readonly nowMs: number;
}

/** A vehicle being folded again from a snapshot on. */
interface Job {
  readonly work: VehicleWork;
  readonly base: Snapshot | null;
  readonly stretch: Stretch;
  /** New records not folded yet, in order; repetitions of stored ones are found on the way. */
  readonly waiting: Fix[];
  /** Stored records folded so far. */
  readonly stored: DerivedFix[];
  /** Those of them that nothing was announced of. */
  readonly uncommitted: Fix[];
  newLate: number;
  /** From where on to read records, and snapshots. */
  fromMs: number | null;
  snapshotsFromMs: number | null;
  /** Legs of the records at the base's very instant that the base has folded. */
  legsAtBaseMm: number;
  /** Snapshots to read at once: more each round. */
  snapshotsMax: number;
  state: "folding" | "rejoined" | "ended" | "failed";
  error?: unknown;
}

export type Refolded = Outcome | { readonly error: unknown };

/**
 * Folds vehicles again from the last snapshot before their earliest new record, over what is stored and what is new,
 * until a later snapshot shows that the rest stands, or to the end. While recovering it always goes to the end: rows
 * that a failed attempt made of the same records are then among those read. That is harmless: what they say is derived
 * anew here, and every row read is compared.
 */
export async function refold(
  refolding: Refolding,
  works: readonly VehicleWork[],
): Promise<Map<number, Refolded>> {
  if (works.length === 0) return new Map();
  const jobs = await startJobs(refolding, works);
  for (;;) {
    const active = jobs.filter(({ state }) => state === "folding");
    if (active.length === 0) break;
    await foldRound(refolding, active);
  }
  const legsBefore = await sumLegsBefore(refolding.clickhouse, jobs);
  const assignments = await refolding.registry.assignmentsOf(
    works.flatMap(({ fixes, before }) => [
      ...fixes.map(({ deviceId }) => deviceId),
      ...(before.fold.head === null ? [] : [before.fold.head.deviceId]),
    ]),
  );
  return new Map(
    jobs.map((job) => [job.work.vehicleId, conclude(job, { legsBefore, assignments, refolding })]),
  );
}

function conclude(
  job: Job,
  known: { legsBefore: Map<number, number>; assignments: AssignmentsByDevice; refolding: Refolding },
): Refolded {
  const { work } = job;
  const { assignments, refolding } = known;
  try {
    if (job.state === "failed") return { error: job.error };
    if (job.newLate === 0 && !work.recovering) {
      return foldForward({ ...work, fixes: forwardOf(work) }, assignments);
    }
    if (job.state === "rejoined") {
      return joined(job, foldForward({ ...work, fixes: job.waiting }, assignments));
    }
    const legsBeforeMm = known.legsBefore.get(work.vehicleId) ?? 0;
    return toTheEnd(job, { legsBeforeMm, nowMs: refolding.nowMs, assignments });
  } catch (error) {
    return { error };
  }
}

async function startJobs(refolding: Refolding, works: readonly VehicleWork[]): Promise<Job[]> {
  const ranges = works.map(({ vehicleId, organisationId, fixes }) => {
    const earliestMs = fixes[0]?.fixTimeMs ?? 0;
    return { vehicleId, organisationId, fromMs: null, toMs: earliestMs - 1 };
  });
  const bases = await readBases(refolding.clickhouse, ranges, refolding.committed);
  return works.map((work) => {
    const base = bases.get(work.vehicleId) ?? null;
    return {
      work,
      base,
      stretch: startStretch(base ?? emptyDerivation(), 0, work.speedLimitKmh),
      waiting: [...work.fixes],
      stored: [],
      uncommitted: [],
      newLate: 0,
      fromMs: base?.fold.head?.fixTimeMs ?? null,
      snapshotsFromMs: base?.fold.head ? base.fold.head.fixTimeMs + 1 : null,
      legsAtBaseMm: 0,
      snapshotsMax: 3,
      state: "folding",
    };
  });
}

/** Reads the next part of each job's history and folds it. */
async function foldRound(
  { clickhouse, registry, committed, metrics }: Refolding,
  jobs: readonly Job[],
): Promise<void> {
  const limit = Math.max(...jobs.map(({ snapshotsMax }) => snapshotsMax));
  const open = jobs.map(({ work: { vehicleId, organisationId }, snapshotsFromMs }) => ({
    vehicleId,
    organisationId,
    fromMs: snapshotsFromMs,
    toMs: null,
  }));
  const snapshots = await readNextSnapshots(clickhouse, open, { limit, committed });
  const parts = jobs.map((job) => {
    const next = snapshots.get(job.work.vehicleId) ?? [];
    const toMs = next.length < limit ? null : (next.at(-1)?.fixTimeMs ?? null);
    const { vehicleId, organisationId } = job.work;
    return { job, next, range: { vehicleId, organisationId, fromMs: job.fromMs, toMs } };
  });
  const records = await readRecords(
    clickhouse,
    parts.map(({ range }) => range),
    committed,
  );
  const devices = [...records.values()].flatMap((read) => read.records.map(({ fix }) => fix.deviceId));
  const assignments = await registry.assignmentsOf([
    ...devices,
    ...jobs.flatMap(({ waiting }) => waiting.map(({ deviceId }) => deviceId)),
  ]);
  for (const { job, next, range } of parts) {
    const { records: stored = [], uncommitted = [] } = records.get(job.work.vehicleId) ?? {};
    for (const fix of uncommitted) job.uncommitted.push(fix);
    metrics.refolded.inc(stored.length);
    try {
      foldPart(job, { fixes: mergeRecords(job, stored, range.toMs), next, assignments });
    } catch (error) {
      // The records of one vehicle must not hold up the others.
      job.state = "failed";
      job.error = error;
    }
    if (job.state !== "folding") continue;
    if (range.toMs === null) job.state = "ended";
    else job.fromMs = job.snapshotsFromMs = range.toMs + 1;
    job.snapshotsMax = limit * 4;
  }
}

/** What is stored after the last record folded, and what is new up to the same time, in order and each once. */
function mergeRecords(job: Job, stored: readonly DerivedFix[], toMs: number | null): Fix[] {
  const { head } = job.stretch.fold;
  const known: DerivedFix[] = [];
  for (const record of stored) {
    if (head === null || compareFixKeys(fixKey(record.fix), head) > 0) known.push(record);
    else job.legsAtBaseMm += record.legMm;
  }
  for (const record of known) job.stored.push(record);
  const count =
    toMs === null ? job.waiting.length : job.waiting.findIndex(({ fixTimeMs }) => fixTimeMs > toMs);
  const fresh = job.waiting.splice(0, count === -1 ? job.waiting.length : count);
  const committedHead = job.work.before.fold.head;
  const merged: Fix[] = known.map(({ fix }) => fix);
  let at = 0;
  for (const fix of fresh) {
    while (at < known.length && compareKnown(known[at], fix) < 0) at += 1;
    if (compareKnown(known[at], fix) === 0) continue;
    merged.push(fix);
    if (committedHead !== null && compareFixKeys(fixKey(fix), committedHead) < 0) job.newLate += 1;
  }
  return merged.sort(compareFixes);
}

function compareKnown(known: DerivedFix | undefined, fix: Fix): number {
  return known === undefined ? 1 : compareFixes(known.fix, fix);
}

interface Part {
  readonly fixes: readonly Fix[];
  readonly next: readonly StoredSnapshot[];
  readonly assignments: AssignmentsByDevice;
}

/** Folds up to each stored snapshot in turn: either the rest stands from there, or the snapshot is made anew. */
function foldPart(job: Job, { fixes, next, assignments }: Part): void {
  const { stretch } = job;
  let from = 0;
  for (const snapshot of next) {
    const at = fixes.findIndex((fix, i) => i >= from && isRecordOf(snapshot, fix));
    if (at === -1) continue;
    foldOnto(stretch, fixes.slice(from, at + 1), assignments);
    from = at + 1;
    if (rejoins(job, snapshot, fixes[from])) {
      job.state = "rejoined";
      // What lies behind is folded already; the new records among it go on from what is committed.
      job.waiting.splice(0, job.waiting.length, ...forwardOf(job.work));
      return;
    }
    takeSnapshot(stretch);
  }
  foldOnto(stretch, fixes.slice(from), assignments);
}

function isRecordOf(snapshot: StoredSnapshot, fix: Fix): boolean {
  return (
    fix.fixTimeMs === snapshot.fixTimeMs &&
    fix.deviceId === snapshot.deviceId &&
    fixContentHash(fix) === snapshot.contentHash
  );
}

/** Whether all that follows is as it was: no late record is left, and what the future depends on is the same. */
function rejoins(job: Job, { snapshot }: StoredSnapshot, next: Fix | undefined): boolean {
  const { stretch, work } = job;
  if (work.recovering || snapshot === null || stretch.fold.pending.length > 0) return false;
  const { head } = stretch.fold;
  const isLateLeft = lateOf(work).some((fix) => head === null || compareFixKeys(fixKey(fix), head) > 0);
  if (isLateLeft || next === undefined) return false;
  return isSameFold(stretch.fold, snapshot.fold) && isSameStanding(stretch.standing, snapshot.standing);
}

function isSameStanding(a: Standing, b: Standing): boolean {
  return (
    a.deviceId === b.deviceId &&
    a.ignitionOn === b.ignitionOn &&
    a.ignitionInferred === b.ignitionInferred &&
    a.movement === b.movement &&
    a.movementSinceMs === b.movementSinceMs
  );
}

function lateOf({ fixes, before }: VehicleWork): readonly Fix[] {
  const { head } = before.fold;
  return head === null ? [] : fixes.filter((fix) => compareFixKeys(fixKey(fix), head) <= 0);
}

function forwardOf({ fixes, before }: VehicleWork): readonly Fix[] {
  const { head } = before.fold;
  return head === null ? fixes : fixes.filter((fix) => compareFixKeys(fixKey(fix), head) > 0);
}

/** Sums of the legs before each recovering job's base: what is committed cannot be told from the rest by difference. */
async function sumLegsBefore(clickhouse: ClickHouse, jobs: readonly Job[]): Promise<Map<number, number>> {
  const wanted = jobs.flatMap(({ work: { vehicleId, organisationId, recovering }, base }) => {
    const head = base?.fold.head ?? null;
    if (!recovering || head === null) return [];
    return [{ vehicleId, organisationId, toMs: head.fixTimeMs - 1 }];
  });
  const sums = await sumLegsUpTo(clickhouse, wanted);
  return new Map(wanted.map(({ vehicleId }, i) => [vehicleId, sums[i] ?? 0]));
}

/** The folded stretch up to where it rejoined, and the new records after all that is committed. */
function joined(job: Job, forward: Outcome): Outcome {
  const { stretch, stored, work } = job;
  const untilKey = stretch.fold.head;
  const replaced = stored.filter(
    ({ fix }) => untilKey !== null && compareFixKeys(fixKey(fix), untilKey) <= 0,
  );
  const newest = work.before.newest;
  const newestIsBehind =
    newest !== null && untilKey !== null && compareFixKeys(fixKey(newest.fix), untilKey) > 0;
  return {
    ...forward,
    legsMm: forward.legsMm + sumLegMm(stretch.derived) - sumLegMm(replaced),
    firstReading: earliestReading(work.before.firstReading, work.fixes),
    newest: newestIsBehind
      ? forward.newest
      : (lastPlaced(forward.written) ?? lastPlaced(stretch.derived) ?? newest),
    written: [...changedOnly(stretch.derived, replaced), ...forward.written],
    snapshots: [...stretch.snapshots, ...forward.snapshots],
    spans: [...spansOf(stretch, changeableFromMs(stretch.fold), true), ...forward.spans],
    // What lasts beyond where it rejoined began as before.
    alerts: [...touchedEpisodes(stretch.episodes, newTo(job)), ...forward.alerts],
  };
}

/** The records that may have brought an alert to light. */
function newTo({ work, uncommitted }: Job): readonly Fix[] {
  return [...work.fixes, ...uncommitted];
}

/** From where on a fold's segments may still change: those before it are given in full, those after it stand. */
function changeableFromMs(fold: VehicleFold): number {
  return fold.stop?.startMs ?? fold.trip?.startMs ?? fold.last?.timeMs ?? 0;
}

interface End {
  readonly legsBeforeMm: number;
  readonly nowMs: number;
  readonly assignments: AssignmentsByDevice;
}

function toTheEnd(job: Job, { legsBeforeMm, nowMs, assignments }: End): Outcome {
  const { stretch, stored, work } = job;
  const { before, recovering } = work;
  // A fold by other rules is empty: then the newest record tells what came before.
  const head = before.fold.head ?? (before.newest === null ? null : fixKey(before.newest.fix));
  const last = stretch.derived.at(-1);
  const isNewer = head === null || stretch.fold.head === null || compareFixKeys(stretch.fold.head, head) > 0;
  const newestArrivalMs = isNewer ? (last?.fix.receivedAtMs ?? null) : before.newestArrivalMs;
  // What a timer settled stays settled while no newer record came.
  if (!isNewer && before.fold.settled && newestArrivalMs !== null) {
    const settling = { arrivalMs: newestArrivalMs, nowMs, assignments };
    take(stretch, settleHistory(stretch.fold, settling), 0);
  }
  // What was held back as a leap when it came is told of once it turns out to be none.
  const newerThan = before.told?.head ?? head;
  const legsMm = recovering ? legsBeforeMm + job.legsAtBaseMm : before.legsMm - sumLegMm(stored);
  return {
    fold: stretch.fold,
    standing: stretch.standing,
    legsMm: legsMm + sumLegMm(stretch.derived),
    firstReading: earliestReading(
      before.firstReading,
      stretch.derived.map(({ fix }) => fix),
    ),
    newest: lastPlaced(stretch.derived) ?? before.newest,
    newestArrivalMs,
    recordsSinceSnapshot: stretch.recordsSinceSnapshot,
    written: changedOnly(stretch.derived, stored),
    newer: stretch.derived.filter(
      ({ fix }) => newerThan === null || compareFixKeys(fixKey(fix), newerThan) >= 0,
    ),
    snapshots: stretch.snapshots,
    spans: spansOf(stretch, null, true),
    alerts: touchedEpisodes(episodesOf(stretch), newTo(job)),
  };
}

/** Leaves out what is stored already as it now is. Both lists are in order. */
function changedOnly(derived: readonly DerivedFix[], stored: readonly DerivedFix[]): DerivedFix[] {
  let at = 0;
  return derived.filter((record) => {
    while (at < stored.length && compareKnown(stored[at], record.fix) < 0) at += 1;
    const known = stored[at];
    return (
      known === undefined || compareFixes(known.fix, record.fix) !== 0 || !isSameDerivation(known, record)
    );
  });
}

function isSameDerivation(a: DerivedFix, b: DerivedFix): boolean {
  return (
    a.legMm === b.legMm &&
    a.legSource === b.legSource &&
    a.ignitionOn === b.ignitionOn &&
    a.ignitionInferred === b.ignitionInferred &&
    a.movement === b.movement &&
    a.leap === b.leap
  );
}
