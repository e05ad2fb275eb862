import type { Batch, FixReport, Handled, PartitionWorker } from "@fleet/bus";
import { committedRows } from "@fleet/clickhouse";
import {
  loadAttempt,
  loadDueVehicles,
  loadWatchedMs,
  noteWatched,
  type Attempt,
  type Cursor,
  type Database,
  type PartitionClaim,
} from "@fleet/postgres";

import { traceBatch } from "./batch-trace.ts";
import type { Commit } from "./commit/commit-changes.ts";
import { createPartitionCommits } from "./commit/partition-commits.ts";
import { changeOf, noRows, type DerivedChange } from "./derive/change.ts";
import { deriveChanges } from "./derive/derive-changes.ts";
import { foldNothing } from "./derive/settle.ts";
import { createBegunRecords } from "./intake/begun-records.ts";
import { deadLetter, heardOnly, putAside, sortRecords, type VehicleIntake } from "./intake/sort-records.ts";
import { inPortions } from "./portions.ts";
import type { SignOfLife } from "./raise/device-lives.ts";
import { createDueTimes } from "./timers/due-times.ts";
import { createReassignmentRounds } from "./timers/reassignment-rounds.ts";
import { createTimerRounds } from "./timers/timer-rounds.ts";
import { createWatch } from "./timers/watch.ts";
import { createVehicleCache } from "./vehicle-cache.ts";
import type { WorkerDependencies } from "./worker-dependencies.ts";

/** How often it is noted that the partition is watched. */
const watchNotedMs = 10_000;
/** How often reassigned vehicles are looked for. */
const reassignedLookMs = 5000;

interface PortionRound {
  readonly nowMs: number;
  readonly isRepeated: boolean;
  /** Of the whole batch, by vehicle. */
  readonly signsOf: ReadonlyMap<number, readonly SignOfLife[]>;
  readonly next: Cursor;
  readonly attempt: Cursor;
  readonly traceContextOf: Commit["traceContextOf"];
}

/**
 * Works one partition of the fixes: sort the batch, derive, commit. What an earlier owner had begun when it failed is
 * done again first: the same records in one batch or the same timers, by the same time, from the same committed state.
 * That writes the same rows under a higher version, over whatever the earlier owner wrote or may yet write.
 */
export async function openPartitionWorker(
  dependencies: WorkerDependencies,
  claim: PartitionClaim,
  opened: Cursor,
): Promise<PartitionWorker<FixReport>> {
  const { database, clickhouse, registry, clock, metrics } = dependencies;
  const logger = dependencies.logger.child({ partition: claim.partition, epoch: claim.epoch });
  const cache = createVehicleCache(database);
  const committed = committedRows({ epoch: claim.epoch, ...opened });
  const deriving = { clickhouse, registry, committed, cache, metrics, clock };
  const dueTimes = createDueTimes();
  for (const { vehicleId, dueAtMs } of await loadDueVehicles(database.db, claim.partition)) {
    dueTimes.set(vehicleId, dueAtMs);
  }
  const begun = await loadBegun(database, claim, opened);
  const begunRecords = createBegunRecords<FixReport>(begun.records?.nextOffset ?? null);
  let begunTimers = begun.timers;
  let watchNotedAtMs = (await loadWatchedMs(database.db, claim)) ?? -Infinity;
  const watch = createWatch(watchNotedAtMs === -Infinity ? null : watchNotedAtMs);
  const commits = createPartitionCommits(dependencies, claim, opened, { cache, dueTimes, watch });
  const timerRounds = createTimerRounds({ deriving, dueTimes, commits, logger });
  const reassignments = createReassignmentRounds({ ...dependencies, claim, deriving, commits, logger });
  let reassignedLookAtMs = -Infinity;

  async function handle(batch: Batch<FixReport>): Promise<Handled> {
    if ((await finishTimers()) === "fenced") return "fenced";
    for (const part of begunRecords.take(batch)) {
      const begunAtMs = part.begun ? begun.records?.atMs : undefined;
      if ((await handlePart(part.batch, begunAtMs)) === "fenced") return "fenced";
    }
    return "committed";
  }

  /** `begunAtMs`: when an attempt on just these records was made that was not committed. */
  async function handlePart(batch: Batch<FixReport>, begunAtMs: number | undefined): Promise<Handled> {
    const batchTrace = traceBatch(batch.records);
    const { portions } = dependencies;
    try {
      const handled = await deriveAndCommit(batch, begunAtMs, batchTrace.contextOf);
      portions.succeeded(claim.partition);
      return handled;
    } catch (error) {
      portions.failed(claim.partition);
      throw error;
    } finally {
      batchTrace.end();
    }
  }

  async function deriveAndCommit(
    batch: Batch<FixReport>,
    begunAtMs: number | undefined,
    traceContextOf: Commit["traceContextOf"],
  ): Promise<Handled> {
    const stopTimer = metrics.batchSeconds.startTimer();
    const nowMs = begunAtMs ?? clock.now();
    const { intakes, signs } = await sortRecords(dependencies, claim, batch, nowMs);
    const signsOf = Map.groupBy(signs, ({ vehicleId }) => vehicleId);
    const withFixes = new Set(intakes.map(({ vehicleId }) => vehicleId));
    const onlyAlive = [...signsOf.keys()].filter((vehicleId) => !withFixes.has(vehicleId)).map(heardOnly);
    const isRepeated = begunAtMs !== undefined;
    const whole = { nextOffset: batch.nextOffset, timerNumber: 0 };
    const portions = inPortions([...intakes, ...onlyAlive], dependencies.portions.count(claim.partition));
    for (const [i, portion] of portions.entries()) {
      const { nextOffset, timerNumber } = commits.cursor;
      // Until the last of them is committed, the whole is what has been begun.
      const next = i === portions.length - 1 ? whole : { nextOffset, timerNumber: timerNumber + 1 };
      const round = { nowMs, isRepeated, signsOf, traceContextOf };
      if ((await commitPortion(portion, { ...round, next, attempt: whole })) === "fenced") return "fenced";
      for (const { fixes } of portion) metrics.noteDerived(fixes);
    }
    for (const { appendedAtMs } of batch.records) watch.observe(appendedAtMs);
    stopTimer();
    const last = batch.records.at(-1);
    if (last !== undefined) {
      metrics.lagSeconds.set(
        { partition: claim.partition.toString() },
        batch.behind ? (clock.now() - last.appendedAtMs) / 1000 : 0,
      );
    }
    return "committed";
  }

  /** Derives and commits some of a batch's vehicles. */
  async function commitPortion(
    intakes: readonly VehicleIntake[],
    { nowMs, isRepeated, signsOf, next, attempt, traceContextOf }: PortionRound,
  ): Promise<Handled> {
    const { changes, failed } = await deriveChanges({ ...deriving, nowMs, isRepeated }, intakes);
    await putFailedAside(failed);
    const heard = intakes.flatMap(({ vehicleId }) => (signsOf.has(vehicleId) ? [vehicleId] : []));
    const unchanged = await changeNothing(heard, changes);
    return commits.commitAll(
      { next, attempt },
      {
        nowMs,
        changes: [...changes, ...unchanged],
        signs: signsOf,
        seats: null,
        reassignment: null,
        traceContextOf,
      },
      async ({ vehicleId }, error) => {
        const intake = intakes.find((each) => each.vehicleId === vehicleId);
        await putFailedAside([{ intake: intake ?? heardOnly(vehicleId), error }]);
      },
    );
  }

  /** Vehicles that nothing was derived of, for what else is committed of them. */
  async function changeNothing(
    vehicleIds: Iterable<number>,
    changes: readonly DerivedChange[],
  ): Promise<DerivedChange[]> {
    const derived = new Set(changes.map(({ vehicleId }) => vehicleId));
    const ids = [...vehicleIds].filter((vehicleId) => !derived.has(vehicleId));
    const [derivations, vehicles] = await Promise.all([cache.load(ids), registry.vehicles(ids)]);
    return ids.flatMap((vehicleId) => {
      const organisationId = vehicles.get(vehicleId)?.organisationId;
      const loaded = derivations.get(vehicleId);
      // A fold by other rules cannot be stored again as it was; it could not be folded anew either.
      if (organisationId === undefined || loaded === undefined || loaded.refold) return [];
      const before = loaded.derivation;
      const work = { vehicleId, organisationId, before, recovering: false };
      return [changeOf(work, foldNothing(before), { former: noRows, revisedAtMs: clock.now() })];
    });
  }

  /** What derivation fails on would fail for ever: it is set aside, and the vehicle stays as it was. */
  async function putFailedAside(failed: readonly { intake: VehicleIntake; error: unknown }[]): Promise<void> {
    for (const { intake, error } of failed) {
      logger.error({ err: error, vehicleId: intake.vehicleId }, "records could not be derived");
      const letters = intake.records.map((record) =>
        deadLetter(claim, record, `not derivable: ${String(error)}`),
      );
      await putAside(dependencies, letters);
      metrics.fixes.inc({ outcome: "poison" }, intake.fixes.length);
    }
  }

  async function idle(): Promise<Handled> {
    if ((await finishTimers()) === "fenced") return "fenced";
    const nowMs = clock.now();
    await keepWatch(nowMs);
    if (nowMs >= reassignedLookAtMs || nowMs < reassignedLookAtMs - reassignedLookMs) {
      reassignedLookAtMs = nowMs + reassignedLookMs;
      if ((await reassignments.run(nowMs)) === "fenced") return "fenced";
    }
    return timerRounds.run(nowMs, nowMs >= watch.believedFromMs);
  }

  /**
   * Whichever kind of round was begun. What silence says, which is told and not written to ClickHouse, waits for a round
   * of this owner's own.
   */
  async function finishTimers(): Promise<Handled> {
    const attempt = begunTimers;
    begunTimers = null;
    if (attempt === null) return "committed";
    if ((await reassignments.run(attempt.atMs)) === "fenced") return "fenced";
    return timerRounds.run(attempt.atMs, false);
  }

  /** Called with the log seen to its end. */
  async function keepWatch(nowMs: number): Promise<void> {
    watch.observe(nowMs);
    // Until silence is believed again, the next owner must find the interruption too.
    if (nowMs < watch.believedFromMs || nowMs - watchNotedAtMs < watchNotedMs) return;
    await noteWatched(database.db, claim, nowMs);
    watchNotedAtMs = nowMs;
  }

  return {
    handle,
    idle,
    close() {
      metrics.lagSeconds.remove({ partition: claim.partition.toString() });
      return Promise.resolve();
    },
  };
}

/** What the owner before had begun and not committed: a batch of records, or a round of timers. */
async function loadBegun(
  { db }: Database,
  claim: PartitionClaim,
  { nextOffset, timerNumber }: Cursor,
): Promise<{ records: Attempt | null; timers: Attempt | null }> {
  const attempt = await loadAttempt(db, claim);
  if (attempt === null) return { records: null, timers: null };
  const isTimerRound = attempt.nextOffset === nextOffset && attempt.timerNumber > timerNumber;
  return {
    records: attempt.nextOffset > nextOffset ? attempt : null,
    timers: isTimerRound ? attempt : null,
  };
}
