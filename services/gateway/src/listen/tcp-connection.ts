import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import type { StreamProtocol } from "@fleet/protocols";

import { FrameIntake, type IntakeContext } from "../take/frame-intake.ts";
import type { FramePace } from "../take/frame-pace.ts";

export interface ConnectionContext extends IntakeContext {
  readonly pace: FramePace;
  readonly loginTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly frameTimeoutMs: number;
}

/** What one connection may have sent beyond the frames in hand before it is read no further. */
const waitingBytesMax = 16 * 1024;

/**
 * Serves one tracker until it leaves, errs or stays silent. Nothing more is read while the frames in hand wait for
 * the bus, and each is answered, in order, only once its fixes are durable.
 */
export class TcpConnection {
  readonly #protocol: StreamProtocol;
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #intake: FrameIntake;
  readonly #loginPatience: NodeJS.Timeout;
  #framePatience: NodeJS.Timeout | undefined;
  /** Chunks that came while the frames of an earlier one wait for the bus. */
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #busy = false;
  #ending = false;
  #peerEnded = false;
  #over = false;

  constructor(
    protocol: StreamProtocol,
    { socket, peer }: { socket: Socket; peer: string },
    context: ConnectionContext,
  ) {
    this.#protocol = protocol;
    this.#socket = socket;
    this.#context = context;
    // A tracker that gave up sends again on its next connection: what it sent on this one is let go.
    const isWaitedFor = () => !this.#ending && !socket.destroyed;
    this.#intake = new FrameIntake({ protocol, transport: "tcp", peer, isWaitedFor }, context);
    this.#loginPatience = setTimeout(() => this.#cut("login_timeout"), context.loginTimeoutMs);
    socket.setTimeout(context.idleTimeoutMs, () => this.#cut("idle_timeout"));
  }

  /** Resolves when the connection has closed; never rejects. */
  serve(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket
        .on("data", (chunk: Buffer) => this.#hear(chunk))
        .once("end", () => {
          this.#peerEnded = true;
          if (!this.#busy) this.#conclude();
        })
        .once("error", (error) => this.#fail(error))
        .once("close", () => {
          this.#endPatience();
          resolve();
        });
    });
  }

  /** Ends the connection; the frames in hand are answered first. */
  finish(): void {
    this.#ending = true;
    if (!this.#busy) this.#conclude();
  }

  #hear(chunk: Buffer): void {
    if (this.#ending) return;
    if (!this.#busy) {
      void this.#work(chunk);
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes >= waitingBytesMax) this.#socket.pause();
  }

  #nextWaiting(): Buffer | undefined {
    const chunk = this.#waiting.shift();
    this.#waitingBytes -= chunk?.length ?? 0;
    if (chunk === undefined && this.#socket.isPaused()) this.#socket.resume();
    return chunk;
  }

  /** Takes a chunk and those that arrive meanwhile, one after the other. */
  async #work(first: Buffer): Promise<void> {
    this.#busy = true;
    try {
      for (let chunk: Buffer | undefined = first; chunk !== undefined; chunk = this.#nextWaiting()) {
        const frames = await this.#takeFrames(chunk);
        if (this.#ending) break;
        this.#watchFrame(frames);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#busy = false;
    if (this.#ending || this.#peerEnded) this.#conclude();
  }

  /** Appends of the frames of one chunk are under way together; their answers go out in order. */
  async #takeFrames(chunk: Uint8Array): Promise<number> {
    const { begun, close } = this.#intake.take(chunk);
    const { device } = this.#intake;
    if (device !== undefined) clearTimeout(this.#loginPatience);
    if (close) this.#ending = true;
    const [first] = begun;
    if (begun.length === 1 && first !== undefined) {
      // Nearly every chunk is one frame.
      await first.done;
      this.#write(first.answer);
    } else {
      const results = await Promise.allSettled(begun.map(({ done }) => done));
      for (const [index, result] of results.entries()) {
        if (result.status === "rejected") throw result.reason;
        this.#write(begun[index]?.answer ?? null);
      }
    }
    const pauseMs = device === undefined ? 0 : this.#context.pace.pauseMs(device.deviceId, begun.length);
    if (pauseMs > 0 && !this.#ending) {
      this.#context.metrics.slowed.inc({ protocol: this.#protocol.name });
      await delay(pauseMs);
    }
    return begun.length;
  }

  /** What is in hand is answered: flushes that and closes. */
  #conclude(): void {
    if (this.#over) return;
    this.#over = true;
    this.#ending = true;
    this.#endPatience();
    this.#intake.end();
    this.#socket.destroySoon();
  }

  #fail(error: unknown): void {
    const { protocol, uniqueId } = { protocol: this.#protocol.name, uniqueId: this.#intake.uniqueId };
    this.#context.logger.info({ err: error, protocol, device: uniqueId }, "connection failed");
    this.#over = true;
    this.#ending = true;
    this.#socket.destroySoon();
  }

  #endPatience(): void {
    clearTimeout(this.#loginPatience);
    clearTimeout(this.#framePatience);
  }

  #cut(reason: string): void {
    const protocol = this.#protocol.name;
    this.#context.metrics.refusedConnections.inc({ protocol, reason });
    this.#context.logger.info({ reason, protocol, device: this.#intake.uniqueId }, "connection closed");
    this.#socket.destroy();
  }

  /** A frame that was begun must arrive whole in time, however steadily its bytes drip. */
  #watchFrame(framesTaken: number): void {
    const { isMidFrame } = this.#intake;
    if (framesTaken > 0 || !isMidFrame) {
      clearTimeout(this.#framePatience);
      this.#framePatience = undefined;
    }
    if (isMidFrame) {
      this.#framePatience ??= setTimeout(() => this.#cut("slow_frame"), this.#context.frameTimeoutMs);
    }
  }

  #write(bytes: Uint8Array | null): void {
    if (bytes !== null && this.#socket.writable) this.#socket.write(bytes);
  }
}
