import {
  fixesTopic,
  type Batch,
  type Bus,
  type FixReport,
  type Handled,
  type PartitionWorker,
} from "@fleet/bus";
import { committedRows, type ClickHouse } from "@fleet/clickhouse";
import { loadDueVehicles, type Cursor, type Database, type PartitionClaim } from "@fleet/postgres";
import type { Clock, Logger } from "@fleet/runtime";

import { commitChanges } from "./commit/commit-changes.ts";
import { isRefusal } from "./commit/refusal.ts";
import { changeOf, type VehicleChange } from "./derive/change.ts";
import { deriveChanges } from "./derive/derive-changes.ts";
import { settle } from "./derive/settle.ts";
import { deadLetter, putAside, sortRecords, type VehicleIntake } from "./intake/sort-records.ts";
import type { DeriverMetrics } from "./metrics.ts";
import type { FleetRegistry } from "./registry/fleet-registry.ts";
import { createVehicleCache } from "./vehicle-cache.ts";
import { createDueTimes } from "./timers/due-times.ts";

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

  function isNearOpening(offset: number): boolean {
    return offset < opened.nextOffset + dependencies.attemptRecordsMax;
  }

  async function commit(next: Cursor, changes: readonly VehicleChange[]): Promise<Handled> {
    const [vehicles, positionListeners] = await Promise.all([
      registry.vehicles(changes.map(({ vehicleId }) => vehicleId)),
      registry.positionListeners(),
    ]);
    const result = await commitChanges(
      { database, clickhouse },
      { claim, cursor: next, changes, vehicles, positionListeners, nowMs: clock.now() },
    );
    if (result.outcome === "fenced") return "fenced";
    cursor = next;
    for (const { vehicleId, derivation, dueAtMs } of result.vehicles) {
      cache.set(vehicleId, derivation);
      dueTimes.set(vehicleId, dueAtMs);
      recovering.delete(vehicleId);
      if (isNearOpening(next.nextOffset)) recovered.add(vehicleId);
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
    changes: readonly VehicleChange[],
    giveUp: (change: VehicleChange, error: unknown) => Promise<void> | void,
  ): Promise<Handled> {
    try {
      return await commit(next, changes);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    for (const change of changes) {
      const { nextOffset, timerNumber } = cursor;
      try {
        if ((await commit({ nextOffset, timerNumber: timerNumber + 1 }, [change])) === "fenced")
          return "fenced";
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await giveUp(change, error);
      }
    }
    const isRound = next.nextOffset === cursor.nextOffset;
    return isRound ? "committed" : commit(next, []);
  }

  async function handle(batch: Batch<FixReport>): Promise<Handled> {
    const stopTimer = metrics.batchSeconds.startTimer();
    const intakes = await sortRecords(dependencies, claim, batch);
    const isNear = isNearOpening(batch.records[0]?.offset ?? 0);
    const nowMs = clock.now();
    const { changes, failed } = await deriveChanges(
      { clickhouse, registry, committed, cache, metrics, nowMs },
      intakes,
      (vehicleId) => recovering.has(vehicleId) || (isNear && !recovered.has(vehicleId)),
    );
    await putFailedAside(failed);
    const handled = await commitAll(
      { nextOffset: batch.nextOffset, timerNumber: 0 },
      changes,
      async (change, error) => {
        const intake = intakes.find(({ vehicleId }) => vehicleId === change.vehicleId);
        if (intake !== undefined) await putFailedAside([{ intake, error }]);
      },
    );
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
    const due = dueTimes.dueBy(nowMs, timersPerRound);
    if (due.length === 0) return "committed";
    const [derivations, vehicles] = await Promise.all([cache.load(due), registry.vehicles(due)]);
    const heads = due.flatMap((vehicleId) => derivations.get(vehicleId)?.derivation.fold.head ?? []);
    const assignments = await registry.assignmentsOf(heads.map(({ deviceId }) => deviceId));
    const changes = due.flatMap((vehicleId) => {
      const organisationId = vehicles.get(vehicleId)?.organisationId;
      const loaded = derivations.get(vehicleId);
      // A fold by other rules has no timers until the next record folds it anew.
      if (organisationId === undefined || loaded === undefined || loaded.refold) {
        dueTimes.set(vehicleId, null);
        return [];
      }
      const before = loaded.derivation;
      return [
        changeOf({ vehicleId, organisationId, before }, settle(before, nowMs, assignments), {
          former: { trips: [], stops: [] },
          nowMs,
        }),
      ];
    });
    const next = { nextOffset: cursor.nextOffset, timerNumber: cursor.timerNumber + 1 };
    return commitAll(next, changes, ({ vehicleId }, error) => {
      logger.error({ err: error, vehicleId }, "what a timer settled was refused");
      dueTimes.set(vehicleId, null);
    });
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
