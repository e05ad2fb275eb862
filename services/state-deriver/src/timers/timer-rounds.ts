import type { Handled } from "@fleet/bus";
import type { Logger } from "@fleet/runtime";

import type { PartitionCommits } from "../commit/partition-commits.ts";
import { changeWithoutRecords, type DerivedChange } from "../derive/change.ts";
import type { Derivation } from "../derive/derivation.ts";
import { deriveChanges, loadCommitted, type Deriving } from "../derive/derive-changes.ts";
import { settle } from "../derive/settle.ts";
import { emptyIntake } from "../intake/sort-records.ts";
import type { AssignmentsByDevice } from "../registry/fleet-registry.ts";
import type { DueTimes } from "./due-times.ts";

export interface TimerRounds {
  /** Settles what is due by now and commits it as a timer round. */
  run(nowMs: number, isSilenceBelieved: boolean): Promise<Handled>;
}

export interface TimerRoundsOptions {
  readonly deriving: Deriving;
  readonly dueTimes: DueTimes;
  readonly commits: PartitionCommits;
  readonly logger: Logger;
}

const timersPerRound = 1000;

export function createTimerRounds({ deriving, dueTimes, commits, logger }: TimerRoundsOptions): TimerRounds {
  const { cache, registry, clock } = deriving;

  async function run(nowMs: number, isSilenceBelieved: boolean): Promise<Handled> {
    const due = dueTimes.dueBy(nowMs, timersPerRound);
    if (due.length === 0) return "committed";
    for (const vehicleId of await cache.outdatedAmong(due)) {
      // Alone: its whole past is in memory.
      const now = { nowMs, isRepeated: false };
      const { changes, failed } = await deriveChanges(deriving, now, [emptyIntake(vehicleId)]);
      for (const { error } of failed)
        logger.error({ err: error, vehicleId }, "a vehicle could not be folded again");
      if ((await commitRound(changes, nowMs, isSilenceBelieved)) === "fenced") return "fenced";
    }
    const committed = await loadCommitted(deriving, due);
    const found = new Set(committed.map(({ vehicleId }) => vehicleId));
    for (const vehicleId of due) if (!found.has(vehicleId)) dueTimes.set(vehicleId, null);
    const heads = committed.flatMap(({ before }) => before.fold.head ?? []);
    const assignments = await registry.assignmentsOf(heads.map(({ deviceId }) => deviceId));
    const changes = committed.map((each) => {
      const before = arrivedBy(each.before, nowMs);
      const outcome = settle(before, nowMs, assignments);
      return changeWithoutRecords({ ...each, before }, outcome, clock.now());
    });
    return commitRound(changes, nowMs, isSilenceBelieved);
  }

  async function commitRound(
    changes: readonly DerivedChange[],
    nowMs: number,
    isSilenceBelieved: boolean,
  ): Promise<Handled> {
    const assignments = isSilenceBelieved ? await assignmentsOf(changes) : null;
    const round = { nowMs, changes, assignments, reassignment: null };
    return commits.commitTimerRound(round, ({ vehicleId }, error) => {
      logger.error({ err: error, vehicleId }, "what a timer settled was refused");
      dueTimes.set(vehicleId, null);
    });
  }

  /** The assignments of the devices that may have fallen silent. */
  async function assignmentsOf(changes: readonly DerivedChange[]): Promise<AssignmentsByDevice> {
    const deviceIds = changes.flatMap(({ before }) => before.lives.map(({ deviceId }) => deviceId));
    const known = await registry.assignmentsOf(deviceIds);
    return new Map(deviceIds.map((deviceId) => [deviceId, known.get(deviceId) ?? []]));
  }

  return { run };
}

/** What arrived by a clock that has been set back since counts from now on: by that clock it is still to come. */
function arrivedBy(derivation: Derivation, nowMs: number): Derivation {
  const { newestArrivalMs, lives } = derivation;
  return {
    ...derivation,
    newestArrivalMs: newestArrivalMs && Math.min(newestArrivalMs, nowMs),
    lives: lives.map((life) => ({ ...life, lastSignMs: Math.min(life.lastSignMs, nowMs) })),
  };
}
