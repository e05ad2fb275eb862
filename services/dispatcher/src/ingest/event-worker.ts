import { deadLettersTopic, eventsTopic, type BusRecord, type DeadLetter } from "@fleet/bus";
import type { Bus, Handled, PartitionWorker } from "@fleet/bus";
import type { EventEnvelope } from "@fleet/events";
import {
  commitCursor,
  storeEvents,
  type Database,
  type LoggedEvent,
  type PartitionClaim,
} from "@fleet/postgres";
import type { Clock, Logger } from "@fleet/runtime";

import type { DispatcherMetrics } from "../dispatcher-metrics.ts";
import { loggedEvent } from "./logged-event.ts";

export interface EventWorkerOptions {
  readonly bus: Bus;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: DispatcherMetrics;
  /** Told of the webhooks that got deliveries, once these are stored. */
  readonly onDeliveries: (webhookIds: readonly number[]) => void;
}

/**
 * Takes events of one partition: each batch becomes log entries, deliveries and the moved cursor in one transaction.
 * What cannot be read goes to the dead letters first, so that the cursor never passes a record that is nowhere.
 */
export function createEventWorker(
  options: EventWorkerOptions,
  claim: PartitionClaim,
): PartitionWorker<EventEnvelope> {
  const { bus, database, clock, logger, metrics, onDeliveries } = options;

  async function bury(letters: readonly DeadLetter[]): Promise<void> {
    if (letters.length === 0) return;
    await bus.append(deadLettersTopic, letters);
    metrics.events.inc({ outcome: "dead-letter" }, letters.length);
    for (const { partition, offset, reason } of letters) {
      logger.error({ topic: claim.topic, partition, offset, reason }, "event cannot be read");
    }
  }

  return {
    async handle({ records, nextOffset }) {
      const sorted = records.map((record) => ({ record, read: readRecord(record) }));
      await bury(
        sorted.flatMap(({ record, read }) => {
          if (read.ok) return [];
          const bytes = record.ok ? eventsTopic.encode(record.value) : record.bytes;
          const { topic, partition } = claim;
          const { reason } = read;
          return [{ topic, partition, offset: record.offset, reason, bytes: bytes.toString("base64") }];
        }),
      );
      const arrived = sorted.flatMap(({ read }) => (read.ok ? [read.event] : []));
      const outcome = await store(arrived, nextOffset);
      if (outcome.handled === "fenced") return "fenced";
      metrics.events.inc({ outcome: "stored" }, arrived.length);
      metrics.deliveriesMade.inc(outcome.webhookIds.length);
      onDeliveries(outcome.webhookIds);
      return "committed";
    },
    close: () => Promise.resolve(),
  };

  async function store(
    arrived: readonly LoggedEvent[],
    nextOffset: number,
  ): Promise<{ handled: Handled; webhookIds: readonly number[] }> {
    const now = new Date(clock.now());
    return await database.transaction(async (tx) => {
      // The cursor first: where the partition is lost nothing is written, and where it is not it cannot be lost now.
      const handled = await commitCursor(tx, claim, { nextOffset, timerNumber: 0 });
      if (handled === "fenced") return { handled, webhookIds: [] };
      return { handled, ...(await storeEvents(tx, { arrived, now })) };
    });
  }
}

function readRecord(record: BusRecord<EventEnvelope>) {
  return record.ok ? loggedEvent(record.value, record.traceContext) : record;
}
