import type { RegisteredDevice } from "@fleet/postgres";
import {
  createSession,
  type FrameOutcome,
  type FrameRefused,
  type Session,
  type StreamProtocol,
} from "@fleet/protocols";
import type { Clock, Logger } from "@fleet/runtime";

import type { GatewayMetrics } from "../gateway-metrics.ts";
import type { RefusalLog } from "../refusal-log.ts";
import type { AppendFixes } from "./append-fixes.ts";
import type { DeviceRegistry } from "./device-registry.ts";
import type { SignsOfLife } from "./signs-of-life.ts";

export interface IntakeContext {
  readonly registry: DeviceRegistry;
  readonly appendFixes: AppendFixes;
  readonly signsOfLife: SignsOfLife;
  readonly refusals: RefusalLog;
  readonly metrics: GatewayMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

const nothing = Promise.resolve();

/** Where the frames come from. */
interface IntakeSource {
  readonly protocol: StreamProtocol;
  readonly transport: "tcp" | "udp";
  readonly peer: string;
  /** Whether the tracker still waits for the answer to frames that the bus does not take. */
  readonly isWaitedFor: () => boolean;
}

/** Work begun for a frame: `done` is awaited before `answer` is sent. */
export interface Begun {
  readonly done: Promise<void>;
  readonly answer: Uint8Array | null;
}

/** The frames of one turn, in order; after the last answer the connection is beyond use where `close` says so. */
export interface Taken {
  readonly begun: readonly Begun[];
  readonly close: boolean;
}

/** One tracker's frames, however they travel: what each means for the registry, the bus and the answer. */
export class FrameIntake {
  readonly #protocol: StreamProtocol;
  readonly #context: IntakeContext;
  readonly #peer: string;
  readonly #session: Session;
  readonly #isWaitedFor: () => boolean;
  #uniqueId: string | undefined;
  #device: RegisteredDevice | undefined;

  constructor({ protocol, transport, peer, isWaitedFor }: IntakeSource, context: IntakeContext) {
    this.#isWaitedFor = isWaitedFor;
    this.#protocol = protocol;
    this.#context = context;
    this.#peer = peer;
    this.#session = createSession(protocol, transport);
  }

  /** What the tracker calls itself, once it said so. */
  get uniqueId(): string | undefined {
    return this.#uniqueId;
  }

  /** The device behind the latest frame, once one named a device that is known. */
  get device(): RegisteredDevice | undefined {
    return this.#device;
  }

  get isMidFrame(): boolean {
    return this.#session.isMidFrame();
  }

  /** Begins the work for every frame that is whole with this chunk or datagram. */
  take(bytes: Uint8Array): Taken {
    this.#session.push(bytes);
    const begun: Begun[] = [];
    const { clock } = this.#context;
    for (let outcome = this.#session.next(clock.now()); outcome !== null;) {
      const work = this.#begin(outcome);
      begun.push(work);
      if (work.close === true) return { begun, close: true };
      outcome = this.#session.next(clock.now());
    }
    return { begun, close: false };
  }

  /** Counts the frame that the peer left unfinished, if it did. */
  end(): void {
    const unfinished = this.#session.end();
    if (unfinished !== null) this.#refuse(unfinished.reason, unfinished.frame);
  }

  #begin(outcome: FrameOutcome): Begun & { readonly close?: true } {
    if (outcome.kind === "refused") {
      this.#refuse(outcome.reason, outcome.frame);
      return { ...answer(outcome.reply), ...(outcome.close ? { close: true } : {}) };
    }
    if (!this.#context.registry.isRead()) return this.#turnAway("registry_unread", null);
    const isNamed = outcome.kind === "fixes" || outcome.uniqueId !== null;
    const device = isNamed ? this.#identify(outcome.uniqueId) : this.#device;
    if (isNamed && device === undefined) {
      this.#context.refusals.noteUnknown({
        protocol: this.#protocol.name,
        uniqueId: this.#uniqueId ?? "",
        peer: this.#peer,
      });
      return this.#turnAway("unknown_device", outcome.kind === "login" ? outcome.refuse : null);
    }
    const { appendFixes, signsOfLife } = this.#context;
    if (outcome.kind === "fixes" && device !== undefined) {
      const done = appendFixes(this.#protocol.name, device, outcome.fixes, this.#isWaitedFor);
      return { done, answer: outcome.acknowledgement };
    }
    if (device !== undefined) signsOfLife.note(this.#protocol.name, device, []);
    return answer(replyOf(outcome));
  }

  /** The registry is asked at every frame, so that a device taken out of service is refused at its next one. */
  #identify(uniqueId: string | null): RegisteredDevice | undefined {
    this.#uniqueId = uniqueId ?? this.#uniqueId;
    this.#device = this.#uniqueId === undefined ? undefined : this.#context.registry.find(this.#uniqueId);
    return this.#device;
  }

  #turnAway(reason: "registry_unread" | "unknown_device", refusal: Uint8Array | null) {
    const { metrics, logger } = this.#context;
    metrics.refusedConnections.inc({ protocol: this.#protocol.name, reason });
    logger.info(
      { reason, device: this.#uniqueId, protocol: this.#protocol.name, peer: this.#peer },
      "tracker turned away",
    );
    return { ...answer(refusal), close: true } as const;
  }

  #refuse(reason: string, frame: Uint8Array): void {
    const { metrics, logger, refusals } = this.#context;
    const protocol = this.#protocol.name;
    metrics.refusedFrames.inc({ protocol, reason });
    const device = this.#uniqueId;
    logger.info({ reason, device, protocol, peer: this.#peer, bytes: frame.length }, "frame refused");
    refusals.noteFrame({ protocol, reason, uniqueId: device ?? null, peer: this.#peer, frame });
  }
}

/** What is sent back for a frame that brings nothing to store. */
function replyOf(outcome: Exclude<FrameOutcome, FrameRefused>): Uint8Array | null {
  if (outcome.kind === "login") return outcome.accept;
  return outcome.kind === "alive" ? outcome.reply : null;
}

function answer(bytes: Uint8Array | null): Begun {
  return { done: nothing, answer: bytes };
}
