import type { Socket } from "node:net";

import type { RegisteredDevice } from "@fleet/postgres";
import { createSession, type FrameOutcome, type Session, type StreamProtocol } from "@fleet/protocols";
import type { Clock, Logger } from "@fleet/runtime";

import type { AppendFixes } from "./append-fixes.ts";
import type { DeviceRegistry } from "./device-registry.ts";
import type { GatewayMetrics } from "./gateway-metrics.ts";
import type { SignsOfLife } from "./signs-of-life.ts";

export interface ConnectionContext {
  readonly registry: DeviceRegistry;
  readonly appendFixes: AppendFixes;
  readonly signsOfLife: SignsOfLife;
  readonly metrics: GatewayMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly loginTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly frameTimeoutMs: number;
}

/** Work begun for a frame: `done` is awaited before `answer` is written. */
interface Begun {
  readonly done: Promise<void>;
  readonly answer: Uint8Array | null;
}

/**
 * Serves one tracker until it leaves, errs or stays silent. Nothing more is read while the frames in hand wait for
 * the bus, and each is answered, in order, only once its fixes are durable.
 */
export class TcpConnection {
  readonly #protocol: StreamProtocol;
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #logger: Logger;
  readonly #session: Session;
  readonly #loginPatience: NodeJS.Timeout;
  #framePatience: NodeJS.Timeout | undefined;
  #uniqueId: string | undefined;
  #busy = false;
  #ending = false;

  constructor(protocol: StreamProtocol, socket: Socket, context: ConnectionContext) {
    this.#protocol = protocol;
    this.#socket = socket;
    this.#context = context;
    this.#logger = context.logger.child({ protocol: protocol.name, peer: socket.remoteAddress });
    this.#session = createSession(protocol, "tcp");
    this.#loginPatience = setTimeout(() => this.#cut("login_timeout"), context.loginTimeoutMs);
    socket.setTimeout(context.idleTimeoutMs, () => this.#cut("idle_timeout"));
  }

  /** Resolves when the connection has ended; never rejects. */
  async serve(): Promise<void> {
    try {
      // Leaving the loop must not destroy the socket: the last answers are still to be flushed.
      for await (const chunk of this.#socket.iterator({ destroyOnReturn: false })) {
        this.#session.push(chunk);
        this.#busy = true;
        const frames = await this.#takeFrames();
        this.#busy = false;
        if (this.#ending) break;
        this.#watchFrame(frames);
      }
      const unfinished = this.#session.end();
      if (unfinished !== null) this.#count(unfinished.reason, unfinished.frame.length);
    } catch (error) {
      this.#logger.info({ err: error, device: this.#uniqueId }, "connection failed");
    } finally {
      clearTimeout(this.#loginPatience);
      clearTimeout(this.#framePatience);
      this.#socket.destroySoon();
    }
  }

  /** Ends the connection; the frames in hand are answered first. */
  finish(): void {
    this.#ending = true;
    if (!this.#busy) this.#socket.destroySoon();
  }

  /** Appends of the frames of one chunk are under way together; their answers go out in order. */
  async #takeFrames(): Promise<number> {
    const begun: Begun[] = [];
    const { clock } = this.#context;
    for (let outcome = this.#session.next(clock.now()); outcome !== null;) {
      const step = this.#begin(outcome);
      if (step === "close") {
        this.#ending = true;
        break;
      }
      begun.push(step);
      outcome = this.#session.next(clock.now());
    }
    const results = await Promise.allSettled(begun.map(({ done }) => done));
    for (const [index, result] of results.entries()) {
      if (result.status === "rejected") throw result.reason;
      this.#write(begun[index]?.answer ?? null);
    }
    return begun.length;
  }

  #begin(outcome: FrameOutcome): Begun | "close" {
    if (!this.#context.registry.isRead()) return this.#turnAway();
    switch (outcome.kind) {
      case "login": {
        const device = this.#identify(outcome.uniqueId);
        if (device === undefined) return this.#refuseUnknown(outcome.refuse);
        this.#context.signsOfLife.note(this.#protocol.name, device, []);
        return { done: Promise.resolve(), answer: outcome.accept };
      }
      case "alive": {
        const device = this.#identify(outcome.uniqueId);
        if (device !== undefined) this.#context.signsOfLife.note(this.#protocol.name, device, []);
        else if (outcome.uniqueId !== null) return this.#refuseUnknown(null);
        return { done: Promise.resolve(), answer: outcome.reply };
      }
      case "fixes": {
        const device = this.#identify(outcome.uniqueId);
        if (device === undefined) return this.#refuseUnknown(null);
        const done = this.#context.appendFixes(this.#protocol.name, device, outcome.fixes);
        return { done, answer: outcome.acknowledgement };
      }
      case "refused":
        this.#count(outcome.reason, outcome.frame.length);
        this.#write(outcome.reply);
        return outcome.close ? "close" : { done: Promise.resolve(), answer: null };
    }
  }

  /** The registry is asked at every frame, so that a device taken out of service is refused at its next one. */
  #identify(uniqueId: string | null): RegisteredDevice | undefined {
    this.#uniqueId = uniqueId ?? this.#uniqueId;
    const device = this.#uniqueId === undefined ? undefined : this.#context.registry.find(this.#uniqueId);
    if (device !== undefined) clearTimeout(this.#loginPatience);
    return device;
  }

  /** Closed without an answer: a tracker that is told that it is unknown may give up. */
  #turnAway(): "close" {
    this.#context.metrics.refusedConnections.inc({
      protocol: this.#protocol.name,
      reason: "registry_unread",
    });
    return "close";
  }

  #refuseUnknown(answer: Uint8Array | null): "close" {
    this.#context.metrics.refusedConnections.inc({ protocol: this.#protocol.name, reason: "unknown_device" });
    this.#logger.info({ reason: "unknown_device", device: this.#uniqueId }, "connection closed");
    this.#write(answer);
    return "close";
  }

  #count(reason: string, bytes: number): void {
    this.#context.metrics.refusedFrames.inc({ protocol: this.#protocol.name, reason });
    this.#logger.info({ reason, device: this.#uniqueId, bytes }, "frame refused");
  }

  #cut(reason: string): void {
    this.#context.metrics.refusedConnections.inc({ protocol: this.#protocol.name, reason });
    this.#logger.info({ reason, device: this.#uniqueId }, "connection closed");
    this.#socket.destroy();
  }

  /** A frame that was begun must arrive whole in time, however steadily its bytes drip. */
  #watchFrame(framesTaken: number): void {
    const midFrame = this.#session.isMidFrame();
    if (framesTaken > 0 || !midFrame) {
      clearTimeout(this.#framePatience);
      this.#framePatience = undefined;
    }
    if (midFrame) {
      this.#framePatience ??= setTimeout(() => this.#cut("slow_frame"), this.#context.frameTimeoutMs);
    }
  }

  #write(bytes: Uint8Array | null): void {
    if (bytes !== null && this.#socket.writable) this.#socket.write(bytes);
  }
}
