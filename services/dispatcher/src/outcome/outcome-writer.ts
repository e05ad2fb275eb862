import { setTimeout as delay } from "node:timers/promises";

import { lockForOutcomes, queueDisabledMails, writeOutcomes, type Database } from "@fleet/postgres";
import type { Clock, Logger } from "@fleet/runtime";

import type { DispatcherMetrics } from "../dispatcher-metrics.ts";
import { foldOutcomes, type FoldedOutcomes, type Outcome } from "./fold-outcomes.ts";

export interface OutcomeWriterOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly metrics: DispatcherMetrics;
  /** How long outcomes gather before they are written together. */
  readonly flushIntervalMs: number;
  /** Told once outcomes are stored: their places are free again. */
  readonly onWritten: (outcomes: readonly Outcome[]) => void;
}

export interface OutcomeWriter {
  add(outcome: Outcome): void;
  /** Resolves once everything added is stored. */
  stop(): Promise<void>;
}

const batchOutcomesMax = 500;
const faultPauseMs = 250;

/**
 * Stores outcomes in small batches, each in one transaction. While Postgres is away they wait here: there are no more
 * of them than places in flight.
 */
export function createOutcomeWriter(options: OutcomeWriterOptions): OutcomeWriter {
  const { database, clock, random, logger, metrics, flushIntervalMs, onWritten } = options;
  const waiting: Outcome[] = [];
  let flushing: Promise<void> | undefined;

  async function flushAll(): Promise<void> {
    await delay(flushIntervalMs);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchOutcomesMax);
      try {
        report(await writeBatch(batch));
        waiting.splice(0, batch.length);
        onWritten(batch);
      } catch (error) {
        metrics.faults.inc({ step: "outcome" });
        logger.error({ err: error, outcomes: batch.length }, "outcomes could not be stored: trying again");
        await delay(faultPauseMs);
      }
    }
  }

  function writeBatch(batch: readonly Outcome[]): Promise<FoldedOutcomes> {
    return database.transaction(async (tx) => {
      const standing = await lockForOutcomes(tx, {
        webhookIds: [...new Set(batch.map(({ webhookId }) => webhookId))],
        deliveryIds: [...new Set(batch.map(({ deliveryId }) => deliveryId))],
      });
      const folded = foldOutcomes(batch, standing, { nowMs: clock.now(), random });
      await writeOutcomes(tx, folded);
      // In the same transaction, so that nobody is disabled and not told, nor told twice.
      await queueDisabledMails(
        tx,
        folded.disabled.map(({ id }) => id),
      );
      return folded;
    });
  }

  function report({ disabled }: FoldedOutcomes): void {
    for (const { id, disabledReason } of disabled) {
      metrics.disabled.inc();
      logger.warn({ webhookId: id, reason: disabledReason }, "webhook disabled");
    }
  }

  function flush(): Promise<void> {
    return (flushing ??= flushAll().finally(() => {
      flushing = undefined;
    }));
  }

  return {
    add(outcome) {
      waiting.push(outcome);
      void flush();
    },
    stop: () => (waiting.length > 0 ? flush() : Promise.resolve(flushing)),
  };
}
