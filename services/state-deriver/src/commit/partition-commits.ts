import type { Handled } from "@fleet/bus";
import { assignmentAt } from "@fleet/domain";
import type { Cursor, PartitionClaim, Reassignment } from "@fleet/postgres";

import type { DerivedChange } from "../derive/change.ts";
import type { SignOfLife } from "../raise/device-lives.ts";
import type { AssignmentsByDevice } from "../registry/fleet-registry.ts";
import type { DueTimes } from "../timers/due-times.ts";
import type { Watch } from "../timers/watch.ts";
import type { VehicleCache } from "../vehicle-cache.ts";
import type { WorkerDependencies } from "../worker-dependencies.ts";
import { commitChanges, type Commit } from "./commit-changes.ts";
import { isRefusal } from "./refusal.ts";

/** What one commit is of. */
export interface Round {
  readonly nowMs: number;
  readonly changes: readonly DerivedChange[];
  readonly signs: ReadonlyMap<number, readonly SignOfLife[]>;
  /** Of the devices that may have fallen silent; null while silence proves nothing. */
  readonly assignments: AssignmentsByDevice | null;
  readonly reassignment: Reassignment | null;
  readonly behind: Commit["behind"];
  readonly traceContextOf: Commit["traceContextOf"];
}

/** A round that no record brought: what timers settle, or assignments that were changed for the past. */
export type TimerRound = Pick<Round, "nowMs" | "changes" | "assignments" | "reassignment">;

/** Commits to one partition, one after another, and keeps what is committed at hand. */
export interface PartitionCommits {
  /** Where the partition will stand after a timer round. */
  afterTimerRound(): Cursor;
  /**
   * Commits all changes at once. Where the stores refuse what they hold, each is committed by itself, as a timer round
   * at the offset so far, so that only those refused are given up.
   */
  commitAll(steps: Steps, round: Round, giveUp: GiveUp): Promise<Handled>;
  /** The same for a timer round, at the offset so far. */
  commitTimerRound(round: TimerRound, giveUp: GiveUp): Promise<Handled>;
}

export interface Steps {
  /** Where the partition stands after the commit. */
  readonly next: Cursor;
  /** Where it stands once all is committed that is begun with it. */
  readonly attempt: Cursor;
}

/** What is done about a change that the stores refuse. */
type GiveUp = (change: DerivedChange, error: unknown) => Promise<void> | void;

/** What follows each commit. */
export interface Followers {
  readonly cache: VehicleCache;
  readonly dueTimes: DueTimes;
  readonly watch: Watch;
}

export function createPartitionCommits(
  dependencies: WorkerDependencies,
  claim: PartitionClaim,
  opened: Cursor,
  { cache, dueTimes, watch }: Followers,
): PartitionCommits {
  const { database, clickhouse, registry, writeWaves, clock, metrics } = dependencies;
  let cursor = opened;

  function afterTimerRound(): Cursor {
    return { nextOffset: cursor.nextOffset, timerNumber: cursor.timerNumber + 1 };
  }

  async function commit(
    next: Cursor,
    attempt: Cursor,
    { nowMs, changes, signs, assignments, reassignment, behind, traceContextOf }: Round,
  ): Promise<Handled> {
    const assigned = [...(assignments?.values() ?? [])].flat().map(({ vehicleId }) => vehicleId);
    const [vehicles, positionListeners, geofences] = await Promise.all([
      registry.vehicles([...changes.map(({ vehicleId }) => vehicleId), ...assigned]),
      registry.positionListeners(),
      registry.geofences(),
    ]);
    const { believedFromMs } = watch;
    const result = await commitChanges(
      { database, clickhouse, registry, writeWaves },
      {
        claim,
        cursor: next,
        attempt,
        changes,
        signs,
        vehicles,
        positionListeners,
        geofences,
        assignmentOf:
          assignments && ((deviceId, atMs) => assignmentAt(assignments.get(deviceId) ?? [], atMs)),
        believedFromMs,
        nowMs,
        createdAtMs: clock.now(),
        reassignment,
        behind,
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

  async function commitAll({ next, attempt }: Steps, round: Round, giveUp: GiveUp): Promise<Handled> {
    try {
      return await commit(next, attempt, round);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    const isTimerRound = next.nextOffset === cursor.nextOffset;
    const end = isTimerRound ? { ...next, timerNumber: cursor.timerNumber + round.changes.length + 1 } : next;
    // Until the last of them is committed, the whole is what has been begun.
    const whole = attempt.nextOffset === next.nextOffset ? end : attempt;
    for (const change of round.changes) {
      try {
        const alone = { ...round, changes: [change], behind: true };
        const handled = await commit(afterTimerRound(), whole, alone);
        if (handled === "fenced") return "fenced";
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await giveUp(change, error);
      }
    }
    return commit(end, whole, { ...round, changes: [] });
  }

  function commitTimerRound(round: TimerRound, giveUp: GiveUp): Promise<Handled> {
    const next = afterTimerRound();
    const whole = { ...round, signs: new Map(), behind: false, traceContextOf: () => undefined };
    return commitAll({ next, attempt: next }, whole, giveUp);
  }

  return { afterTimerRound, commitAll, commitTimerRound };
}
