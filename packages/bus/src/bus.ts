import type { PartitionClaim, Cursor } from "@fleet/postgres";
import type { TraceContext } from "@fleet/runtime";

/** A named log, split into partitions by the key of its values. Changing `partitions` moves keys: make a new topic. */
export interface Topic<T> {
  readonly name: string;
  readonly partitions: number;
  /** `recordBytesMax` of `appender.ts` unless given. */
  readonly recordBytesMax?: number;
  /** Values of one key keep their order: they share a partition. */
  key(value: T): string;
  encode(value: T): Buffer;
  /** Whatever cannot be read is an outcome, never a throw. */
  decode(bytes: Buffer): Decoded<T>;
}

export type TopicShape = Pick<Topic<never>, "name" | "partitions">;

export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It is no poison: a reader of a later version can read it, and its partition waits for one. */
      readonly ofLaterVersion?: true;
    };

/** One record as it is read: its value, or why its bytes could not be decoded (poison). */
export type BusRecord<T> = {
  readonly offset: number;
  readonly key: string;
  readonly bytes: Buffer;
  /** When the bus took it, Unix milliseconds. */
  readonly appendedAtMs: number;
  /** The trace that it was appended in, where it was in one. */
  readonly traceContext?: TraceContext | undefined;
} & Decoded<T>;

/** Successive records of one partition, in order; at least one. */
export interface Batch<T> {
  readonly records: readonly BusRecord<T>[];
  /** The cursor to commit once the batch has taken effect. */
  readonly nextOffset: number;
  /** Whether more records were waiting behind this batch when it was read. */
  readonly behind: boolean;
}

/** "fenced": another member has taken the partition; the worker is closed and gets nothing more. */
export type Handled = "committed" | "fenced";

/**
 * Works one partition for as long as this process owns it. Calls never overlap. The worker commits the cursor itself,
 * by `commitCursor` within the transaction that carries its effects.
 */
export interface PartitionWorker<T> {
  /**
   * A throw is a fault, of `idle` too: this worker is closed, and after a pause the partition is claimed and opened
   * again, so that the records after the committed cursor come again.
   */
  handle(batch: Batch<T>): Promise<Handled>;
  /**
   * Called every `idleIntervalMs` for what only time decides, once all is handled that waited when the log was last
   * read: under steady load too, but not while the partition is behind.
   */
  idle?(): Promise<Handled>;
  /** The partition was lost, a fault happened or the consumer is stopping. Called once, after the last call returned. */
  close(): Promise<void>;
}

export interface ConsumeOptions<T> {
  readonly topic: Topic<T>;
  readonly group: string;
  /** Most records in one batch; 1000 unless told. Large ones make fewer (`batchBytesMax`). */
  readonly batchRecordsMax?: number;
  /** How many full batches may be decoded and in hand at once, of less full ones so many more; any number unless told. */
  readonly batchesAtOnceMax?: number;
  /** 1000 unless told. */
  readonly idleIntervalMs?: number;
  /**
   * Called when a partition was taken, with the claim to commit under and the cursor to go on from. A throw is a
   * fault as one of `handle`.
   */
  open(claim: PartitionClaim, cursor: Cursor): Promise<PartitionWorker<T>>;
}

export interface Consumer {
  /** Partitions that this process works on now. */
  readonly partitions: readonly number[];
  /** Finishes the batches in hand, closes the workers and leaves the group. */
  stop(): Promise<void>;
}

/** Whatever is older goes, handled or not, so that a consumer that is away for good cannot fill a disk. */
export const unhandledKeptMs = 7 * 24 * 3_600_000;

/** The log between the services. Kafka and Postgres carry it with the same promises (see the conformance suite). */
export interface Bus {
  /**
   * Resolves once all values are durable, in the order given per key; rejects when they may not be (some may).
   * Calls made at once are grouped and keep their order; all wait while too much is unacknowledged. After a rejection
   * repeat the call before making another for the same keys. With each record goes its own of `traceContexts`; where
   * these are not given, all carry the trace in force.
   */
  append<T>(
    topic: Topic<T>,
    values: readonly T[],
    traceContexts?: readonly (TraceContext | undefined)[],
  ): Promise<void>;
  /** Joins the group and works partitions until stopped; where the stores are away, once they are back. */
  consume<T>(options: ConsumeOptions<T>): Consumer;
  /** Null while the bus takes records, else why it does not. On Kafka the topics are to be there, or are created. */
  check(topics?: readonly TopicShape[]): Promise<string | null>;
  /** Stops the consumers, lets appends in hand finish, and disconnects. */
  stop(): Promise<void>;
}
