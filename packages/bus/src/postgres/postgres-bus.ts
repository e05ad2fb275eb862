import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

import { appendBusBatches, holdsBusLease, listen, parseBusAppended, trimBusLog } from "@fleet/postgres";

import { createAppender, type OutgoingRecord } from "../appender.ts";
import { unhandledKeptMs, type Bus, type ConsumeOptions, type Consumer } from "../bus.ts";
import { openBusDatabase } from "../bus-database.ts";
import { busMetrics } from "../bus-metrics.ts";
import type { PostgresBusOptions } from "../bus-options.ts";
import { createGate } from "../gate.ts";
import { batchRecordsMaxUsual, runPartition } from "../partition-loop.ts";
import { encodeFrame } from "./batch-frame.ts";
import { createLogReader } from "./log-reader.ts";
import { joinGroup, type Membership } from "./membership.ts";

const trimEveryMs = 30_000;
const trimRowsMax = 500;
const retention = { handledMs: 10 * 60_000, unhandledMs: unhandledKeptMs };

/** A group's work in this process. */
interface Seat {
  readonly group: string;
  readonly topic: string;
  readonly membership: Membership;
}

/** The bus on Postgres: a log in two tables, announcements by LISTEN, groups by leases. Connects on first use. */
export function createPostgresBus(options: PostgresBusOptions): Bus {
  const { databaseUrl, applicationName, logger, leaseMs = 5000 } = options;
  const metrics = busMetrics(options.metrics);
  const database = openBusDatabase(options);
  const appender = createAppender({
    appendBytesMax: options.appendBytesMax,
    metrics,
    logger,
    send: (topic, records) => appendBusBatches(database.db, topic.name, inBatches(records)),
  });
  const seats = new Set<Seat>();
  let following: ReturnType<typeof follow> | undefined;

  function consume<T>(consumeOptions: ConsumeOptions<T>): Consumer {
    following ??= follow();
    const {
      topic,
      group,
      batchRecordsMax = batchRecordsMaxUsual,
      batchesAtOnceMax = Infinity,
    } = consumeOptions;
    const gate = createGate(batchesAtOnceMax);
    const place = { group, topic: topic.name, memberId: `${hostname()}-${process.pid}-${randomUUID()}` };
    const membership = joinGroup({
      database,
      seat: place,
      partitions: topic.partitions,
      leaseMs,
      logger: logger.child({ topic: topic.name, group }),
      start: (partition, after) =>
        runPartition({
          consume: consumeOptions,
          partition,
          logName: topic.name,
          reader: createLogReader({ database, topic: topic.name, partition, recordsMax: batchRecordsMax }),
          gate,
          owned: () => holdsBusLease(database.db, place, partition),
          after,
          database,
          logger,
          metrics,
        }),
    });
    const seat = { group, topic: topic.name, membership };
    seats.add(seat);
    return {
      get partitions() {
        return [...membership.loops.keys()].sort((a, b) => a - b);
      },
      async stop() {
        await membership.stop();
        seats.delete(seat);
      },
    };
  }

  /** Passes announcements on to the consumers, and trims the log now and then. */
  function follow() {
    const listening = listen({
      url: databaseUrl,
      applicationName: `${applicationName}-listen`,
      channels: ["bus_appended", "bus_members_changed"],
      onChange(channel, payload) {
        for (const seat of seats) {
          if (channel === "bus_appended") wake(seat, payload);
          else if (payload === null || payload === `${seat.group} ${seat.topic}`) seat.membership.nudge();
        }
      },
      onLost: (error) =>
        logger.warn({ reason: error.message }, "the bus no longer hears announcements; it polls meanwhile"),
    });
    // Not at once: what grew old while everything was off is handled first, and then not lost.
    const trimming = setInterval(() => {
      void trim().catch((error: unknown) => logger.warn({ err: error }, "the log was not trimmed"));
    }, trimEveryMs);
    trimming.unref();
    return {
      async stop() {
        clearInterval(trimming);
        await listening.stop();
      },
    };
  }

  async function trim(): Promise<void> {
    while ((await trimBusLog(database.db, retention, trimRowsMax)) === trimRowsMax);
  }

  async function stop(): Promise<void> {
    await Promise.all([...seats].map(({ membership }) => membership.stop()));
    seats.clear();
    await appender.stop();
    await following?.stop();
    await database.stop();
  }

  async function check(): Promise<string | null> {
    const unanswered = await database.check();
    const refusal = appender.refusal();
    return unanswered ?? (refusal === null ? null : `postgres: ${refusal}`);
  }

  let stopping: Promise<void> | undefined;
  return {
    append: appender.append,
    consume,
    check,
    stop: () => (stopping ??= stop()),
  };
}

function wake({ topic, membership }: Seat, payload: string | null): void {
  const appended = payload === null ? undefined : parseBusAppended(payload);
  if (appended === undefined) for (const loop of membership.loops.values()) loop.wake();
  else if (appended.topic === topic)
    for (const partition of appended.partitions) membership.loops.get(partition)?.wake();
}

function inBatches(records: readonly OutgoingRecord[]) {
  const byPartition = new Map<number, OutgoingRecord[]>();
  for (const record of records) {
    const batch = byPartition.get(record.partition);
    if (batch === undefined) byPartition.set(record.partition, [record]);
    else batch.push(record);
  }
  return [...byPartition].map(([partition, batch]) => ({
    partition,
    recordCount: batch.length,
    records: encodeFrame(batch),
  }));
}
