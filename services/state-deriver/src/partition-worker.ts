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
  loadDueVehicles,
  loadWatchedMs,
  noteWatched,
  type Cursor,
  type Database,
  type PartitionClaim,
} from "@fleet/postgres";
import type { Clock, Logger } from "@fleet/runtime";

import { commitChanges } from "./commit/commit-changes.ts";
import { isRefusal } from "./commit/refusal.ts";
import { changeOf, type VehicleChange } from "./derive/change.ts";
import type { Derivation } from "./derive/derivation.ts";
import { deriveChanges } from "./derive/derive-changes.ts";
import { foldNothing, settle, settlementDueMs } from "./derive/settle.ts";
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
  /** Most records that a batch of any owner before has had: so many after the cursor may have been begun. */
  readonly attemptRecordsMax: number;
  /** Events were committed to the outbox. */
  readonly onEvents: () => void;
}

const timersPerRound = 1000;
const noRows = { trips: [], stops: [] };
/** How often it is noted that the partition is watched. */
const watchNotedMs = 10_000;

/**
 * Works one partition of the fixes: sort the batch, derive, commit. What an earlier owner had begun when it failed can
 * only concern the records next to the cursor and the timers due by then: vehicles of those are recovered, that is
 * derived anew, once, from all that is stored of them.
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
  const recovering = new Set<number>();
  /** Vehicles derived anew by this owner: of those nothing is left that was not committed. */
  const recovered = new Set<number>();
  const openedMs = clock.now();
  for (const { vehicleId, dueAtMs } of await loadDueVehicles(database.db, claim.partition)) {
    dueTimes.set(vehicleId, dueAtMs);
    if (dueAtMs <= openedMs) recovering.add(vehicleId);
  }
  let cursor = opened;
  let watchNotedAtMs = (await loadWatchedMs(database.db, claim)) ?? -Infinity;
  const watch = createWatch(watchNotedAtMs === -Infinity ? null : watchNotedAtMs);

  function isNearOpening(offset: number): boolean {
    return offset < opened.nextOffset + dependencies.attemptRecordsMax;
  }

  async function commit(next: Cursor, { changes, signs, seats }: Round): Promise<Handled> {
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
        changes,
        signs,
        vehicles,
        positionListeners,
        geofences,
        seatOf: seats && ((deviceId, atMs) => assignmentAt(seats.get(deviceId) ?? [], atMs)),
        believedFromMs,
        nowMs: clock.now(),
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
      return await commit(next, round);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    for (const change of round.changes) {
      const { nextOffset, timerNumber } = cursor;
      try {
        const alone = { ...round, changes: [change] };
        if ((await commit({ nextOffset, timerNumber: timerNumber + 1 }, alone)) === "fenced") return "fenced";
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await giveUp(change, error);
      }
    }
    const isTimerRound = next.nextOffset === cursor.nextOffset;
    return isTimerRound ? "committed" : commit(next, { ...round, changes: [] });
  }

  async function handle(batch: Batch<FixReport>): Promise<Handled> {
    const stopTimer = metrics.batchSeconds.startTimer();
    const nowMs = clock.now();
    const { intakes, signs } = await sortRecords(dependencies, claim, batch, nowMs);
    const isNear = isNearOpening(batch.records[0]?.offset ?? 0);
    const signsOf = Map.groupBy(signs, ({ vehicleId }) => vehicleId);
    const withFixes = new Set(intakes.map(({ vehicleId }) => vehicleId));
    const onlyAlive = [...signsOf.keys()].filter((vehicleId) => !withFixes.has(vehicleId)).map(heardOnly);
    const { changes, failed } = await deriveChanges(
      { clickhouse, registry, committed, cache, metrics, nowMs },
      [...intakes, ...onlyAlive],
      ({ vehicleId, fixes }, before) =>
        fixes.length > 0 && (isLeftUnsettled(vehicleId, before) || (isNear && !recovered.has(vehicleId))),
    );
    await putFailedAside(failed);
    const unchanged = await changeNothing(signsOf.keys(), changes, nowMs);
    const refused = new Set<VehicleChange>();
    const handled = await commitAll(
      { nextOffset: batch.nextOffset, timerNumber: 0 },
      { changes: [...changes, ...unchanged], signs: signsOf, seats: null },
      async (change, error) => {
        refused.add(change);
        const intake = intakes.find(({ vehicleId }) => vehicleId === change.vehicleId);
        await putFailedAside([{ intake: intake ?? heardOnly(change.vehicleId), error }]);
      },
    );
    if (handled === "committed")
      noteRecovered(
        changes.filter((change) => !refused.has(change)),
        batch.nextOffset,
      );
    for (const { appendedAtMs } of batch.records) watch.observe(appendedAtMs);
    stopTimer();
    const last = batch.records.at(-1);
    if (last !== undefined) {
      metrics.lagSeconds.set(
        { partition: claim.partition.toString() },
        batch.behind ? (clock.now() - last.appendedAtMs) / 1000 : 0,
      );
    }
    return handled;
  }

  /** A timer that was due at the opening may have been begun. */
  function isLeftUnsettled(vehicleId: number, before: Derivation): boolean {
    return recovering.has(vehicleId) && (settlementDueMs(before) ?? Infinity) <= openedMs;
  }

  function noteRecovered(changes: readonly VehicleChange[], nextOffset: number): void {
    for (const { vehicleId } of changes) {
      recovering.delete(vehicleId);
      if (isNearOpening(nextOffset)) recovered.add(vehicleId);
    }
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
        changeOf({ vehicleId, organisationId, before }, foldNothing(before), { former: noRows, nowMs }),
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
    const nowMs = clock.now();
    await keepWatch(nowMs);
    const due = dueTimes.dueBy(nowMs, timersPerRound);
    if (due.length === 0) return "committed";
    const [derivations, vehicles] = await Promise.all([cache.load(due), registry.vehicles(due)]);
    const outdated = due.filter((vehicleId) => derivations.get(vehicleId)?.refold === true);
    const refolded = await deriveChanges(
      { clickhouse, registry, committed, cache, metrics, nowMs },
      outdated.map(heardOnly),
      () => false,
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
      return [changeOf({ vehicleId, organisationId, before }, outcome, { former: noRows, nowMs })];
    });
    const changes = [...settled, ...refolded.changes];
    const handled = await commitAll(
      { nextOffset: cursor.nextOffset, timerNumber: cursor.timerNumber + 1 },
      { changes, signs: new Map(), seats: nowMs >= watch.believedFromMs ? await seatsOf(changes) : null },
      ({ vehicleId }, error) => {
        logger.error({ err: error, vehicleId }, "what a timer settled was refused");
        dueTimes.set(vehicleId, null);
      },
    );
    if (handled === "committed") noteRecovered(changes, cursor.nextOffset);
    return handled;
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

/** What one commit is of. `seats` are null while silence says nothing. */
interface Round {
  readonly changes: readonly VehicleChange[];
  readonly signs: ReadonlyMap<number, readonly SignOfLife[]>;
  readonly seats: AssignmentsByDevice | null;
}

function heardOnly(vehicleId: number): VehicleIntake {
  return { vehicleId, fixes: [], origins: [] };
}
