import {
  fixesTopic,
  type Batch,
  type Bus,
  type FixReport,
  type Handled,
  type PartitionWorker,
} from "@fleet/bus";
import { committedRows, type ClickHouse } from "@fleet/clickhouse";
import { assignmentAt } from "@fleet/domain";
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
import type { Clock, Logger } from "@fleet/runtime";

import { traceBatch } from "./batch-trace.ts";
import { commitChanges, type Commit } from "./commit/commit-changes.ts";
import { isRefusal } from "./commit/refusal.ts";
import { changeOf, type VehicleChange } from "./derive/change.ts";
import { deriveChanges } from "./derive/derive-changes.ts";
import { foldNothing, settle } from "./derive/settle.ts";
import { createBegunRecords } from "./intake/begun-records.ts";
import { deadLetter, putAside, sortRecords, type VehicleIntake } from "./intake/sort-records.ts";
import type { DeriverMetrics } from "./metrics.ts";
import type { SignOfLife } from "./raise/device-lives.ts";
import type { AssignmentsByDevice, FleetRegistry } from "./registry/fleet-registry.ts";
import { createVehicleCache } from "./vehicle-cache.ts";
import { createDueTimes } from "./timers/due-times.ts";
import { createWatch } from "./timers/watch.ts";

export interface WorkerDependencies {
  readonly bus: Bus;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly registry: FleetRegistry;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: DeriverMetrics;
  /** Events were committed to the outbox. */
  readonly onEvents: () => void;
}

const timersPerRound = 1000;
const noRows = { trips: [], stops: [] };
/** How often it is noted that the partition is watched. */
const watchNotedMs = 10_000;

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
  const committed = committedRows({ epoch: claim.epoch, ...opened });
  const cache = createVehicleCache(database);
  const dueTimes = createDueTimes();
  for (const { vehicleId, dueAtMs } of await loadDueVehicles(database.db, claim.partition)) {
    dueTimes.set(vehicleId, dueAtMs);
  }
  const begun = await loadBegun(database, claim, opened);
  const begunRecords = createBegunRecords<FixReport>(begun.records?.nextOffset ?? null);
  let begunTimers = begun.timers;
  let cursor = opened;
  let watchNotedAtMs = (await loadWatchedMs(database.db, claim)) ?? -Infinity;
  const watch = createWatch(watchNotedAtMs === -Infinity ? null : watchNotedAtMs);

  async function commit(
    next: Cursor,
    attempt: Cursor,
    { nowMs, changes, signs, seats, traceContextOf }: Round,
  ): Promise<Handled> {
    const seated = [...(seats?.values() ?? [])].flat().map(({ vehicleId }) => vehicleId);
    const [vehicles, positionListeners, geofences] = await Promise.all([
      registry.vehicles([...changes.map(({ vehicleId }) => vehicleId), ...seated]),
      registry.positionListeners(),
      registry.geofences(),
    ]);
    const { believedFromMs } = watch;
    const result = await commitChanges(
      { database, clickhouse },
      {
        claim,
        cursor: next,
        attempt,
        changes,
        signs,
        vehicles,
        positionListeners,
        geofences,
        seatOf: seats && ((deviceId, atMs) => assignmentAt(seats.get(deviceId) ?? [], atMs)),
        believedFromMs,
        nowMs,
        traceContextOf,
      },
    );
    if (result.outcome === "fenced") return "fenced";
    cursor = next;
    for (const { vehicleId, derivation, dueAtMs } of result.vehicles) {
      cache.set(vehicleId, derivation);
      dueTimes.set(vehicleId, dueAtMs);
    }
    for (const type of result.eventTypes) metrics.events.inc({ type });
    if (result.eventTypes.length > 0) dependencies.onEvents();
    return "committed";
  }

  /**
   * Commits all changes at once. Where the stores refuse what they hold, each is committed by itself, as a timer round
   * at the offset so far, so that only those refused are given up.
   */
  async function commitAll(
    next: Cursor,
    round: Round,
    giveUp: (change: VehicleChange, error: unknown) => Promise<void> | void,
  ): Promise<Handled> {
    try {
      return await commit(next, next, round);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    const isTimerRound = next.nextOffset === cursor.nextOffset;
    // Until the last of them is committed, the whole is what has been begun.
    const attempt = isTimerRound
      ? { ...next, timerNumber: cursor.timerNumber + round.changes.length + 1 }
      : next;
    for (const change of round.changes) {
      const { nextOffset, timerNumber } = cursor;
      try {
        const alone = { ...round, changes: [change] };
        const handled = await commit({ nextOffset, timerNumber: timerNumber + 1 }, attempt, alone);
        if (handled === "fenced") return "fenced";
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await giveUp(change, error);
      }
    }
    return commit(attempt, attempt, { ...round, changes: [] });
  }

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
    try {
      return await deriveAndCommit(batch, begunAtMs, batchTrace.contextOf);
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
    const { changes, failed } = await deriveChanges(
      { clickhouse, registry, committed, cache, metrics, nowMs, isRepeated: begunAtMs !== undefined },
      [...intakes, ...onlyAlive],
    );
    await putFailedAside(failed);
    const unchanged = await changeNothing(signsOf.keys(), changes, nowMs);
    const handled = await commitAll(
      { nextOffset: batch.nextOffset, timerNumber: 0 },
      { nowMs, changes: [...changes, ...unchanged], signs: signsOf, seats: null, traceContextOf },
      async ({ vehicleId }, error) => {
        const intake = intakes.find((each) => each.vehicleId === vehicleId);
        await putFailedAside([{ intake: intake ?? heardOnly(vehicleId), error }]);
      },
    );
    for (const { appendedAtMs } of batch.records) watch.observe(appendedAtMs);
    stopTimer();
    if (handled === "committed") for (const { fixes } of intakes) metrics.noteDerived(fixes);
    const last = batch.records.at(-1);
    if (last !== undefined) {
      metrics.lagSeconds.set(
        { partition: claim.partition.toString() },
        batch.behind ? (clock.now() - last.appendedAtMs) / 1000 : 0,
      );
    }
    return handled;
  }

  /** Vehicles that nothing was derived of, for what else is committed of them. */
  async function changeNothing(
    vehicleIds: Iterable<number>,
    changes: readonly VehicleChange[],
    nowMs: number,
  ): Promise<VehicleChange[]> {
    const derived = new Set(changes.map(({ vehicleId }) => vehicleId));
    const ids = [...vehicleIds].filter((vehicleId) => !derived.has(vehicleId));
    const [derivations, vehicles] = await Promise.all([cache.load(ids), registry.vehicles(ids)]);
    return ids.flatMap((vehicleId) => {
      const organisationId = vehicles.get(vehicleId)?.organisationId;
      const loaded = derivations.get(vehicleId);
      // A fold by other rules cannot be stored again as it was; it could not be folded anew either.
      if (organisationId === undefined || loaded === undefined || loaded.refold) return [];
      const before = loaded.derivation;
      return [
        changeOf({ ...unread, vehicleId, organisationId, before }, foldNothing(before), {
          former: noRows,
          nowMs,
        }),
      ];
    });
  }

  /** What derivation fails on would fail for ever: it is set aside, and the vehicle stays as it was. */
  async function putFailedAside(failed: readonly { intake: VehicleIntake; error: unknown }[]): Promise<void> {
    for (const { intake, error } of failed) {
      logger.error({ err: error, vehicleId: intake.vehicleId }, "records could not be derived");
      const letters = intake.origins.map(({ offset, report }) =>
        deadLetter(claim, offset, `not derivable: ${String(error)}`, fixesTopic.encode(report)),
      );
      await putAside(dependencies, letters);
      metrics.fixes.inc({ outcome: "poison" }, intake.fixes.length);
    }
  }

  async function idle(): Promise<Handled> {
    if ((await finishTimers()) === "fenced") return "fenced";
    const nowMs = clock.now();
    await keepWatch(nowMs);
    return runTimers(nowMs, nowMs >= watch.believedFromMs);
  }

  /** What silence says, which is told and not written to ClickHouse, waits for a round of this owner's own. */
  async function finishTimers(): Promise<Handled> {
    const attempt = begunTimers;
    begunTimers = null;
    return attempt === null ? "committed" : runTimers(attempt.atMs, false);
  }

  async function runTimers(nowMs: number, isSilenceBelieved: boolean): Promise<Handled> {
    const due = dueTimes.dueBy(nowMs, timersPerRound);
    if (due.length === 0) return "committed";
    const [derivations, vehicles] = await Promise.all([cache.load(due), registry.vehicles(due)]);
    const outdated = due.filter((vehicleId) => derivations.get(vehicleId)?.refold === true);
    const refolded = await deriveChanges(
      { clickhouse, registry, committed, cache, metrics, nowMs, isRepeated: false },
      outdated.map(heardOnly),
    );
    const heads = due.flatMap((vehicleId) => derivations.get(vehicleId)?.derivation.fold.head ?? []);
    const assignments = await registry.assignmentsOf(heads.map(({ deviceId }) => deviceId));
    const settled = due.flatMap((vehicleId) => {
      const organisationId = vehicles.get(vehicleId)?.organisationId;
      const loaded = derivations.get(vehicleId);
      if (organisationId === undefined || loaded === undefined || loaded.refold) {
        dueTimes.set(vehicleId, null);
        return [];
      }
      const before = loaded.derivation;
      const outcome = settle(before, nowMs, assignments);
      return [changeOf({ ...unread, vehicleId, organisationId, before }, outcome, { former: noRows, nowMs })];
    });
    const changes = [...settled, ...refolded.changes];
    return commitAll(
      { nextOffset: cursor.nextOffset, timerNumber: cursor.timerNumber + 1 },
      {
        nowMs,
        changes,
        signs: new Map(),
        seats: isSilenceBelieved ? await seatsOf(changes) : null,
        traceContextOf: () => undefined,
      },
      ({ vehicleId }, error) => {
        logger.error({ err: error, vehicleId }, "what a timer settled was refused");
        dueTimes.set(vehicleId, null);
      },
    );
  }

  /** Called with the log seen to its end. */
  async function keepWatch(nowMs: number): Promise<void> {
    watch.observe(nowMs);
    // Until silence is believed again, the next owner must find the interruption too.
    if (nowMs < watch.believedFromMs || nowMs - watchNotedAtMs < watchNotedMs) return;
    await noteWatched(database.db, claim, nowMs);
    watchNotedAtMs = nowMs;
  }

  /** The assignments of the devices that may have fallen silent. */
  async function seatsOf(changes: readonly VehicleChange[]): Promise<AssignmentsByDevice> {
    const deviceIds = changes.flatMap(({ before }) => before.lives.map(({ deviceId }) => deviceId));
    const known = await registry.assignmentsOf(deviceIds);
    return new Map(deviceIds.map((deviceId) => [deviceId, known.get(deviceId) ?? []]));
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

/** Nothing stored is read for the change. */
const unread = { recovering: false };

/** What one commit is of. `seats` are null while silence says nothing. */
interface Round {
  readonly nowMs: number;
  readonly changes: readonly VehicleChange[];
  readonly signs: ReadonlyMap<number, readonly SignOfLife[]>;
  readonly seats: AssignmentsByDevice | null;
  readonly traceContextOf: Commit["traceContextOf"];
}

function heardOnly(vehicleId: number): VehicleIntake {
  return { vehicleId, fixes: [], origins: [] };
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
