import { eventsTopic, type Bus, type Consumer } from "@fleet/bus";
import type { EventEnvelope } from "@fleet/events";
import { commitCursor, type Database } from "@fleet/postgres";

/** Gathers what is published, in order per vehicle, repetitions included. */
export function collectEvents(bus: Bus, database: Database, into: EventEnvelope[]): Consumer {
  return bus.consume({
    topic: eventsTopic,
    group: "collector",
    open: (claim) =>
      Promise.resolve({
        async handle(batch) {
          for (const record of batch.records) if (record.ok) into.push(record.value);
          return commitCursor(database.db, claim, { nextOffset: batch.nextOffset, timerNumber: 0 });
        },
        close: () => Promise.resolve(),
      }),
  });
}
