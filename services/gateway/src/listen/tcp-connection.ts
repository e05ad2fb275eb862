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
  #busy = false;
  #ending = false;

  constructor(
    protocol: StreamProtocol,
    { socket, peer }: { socket: Socket; peer: string },
    context: ConnectionContext,
  ) {
    this.#protocol = protocol;
    this.#socket = socket;
    this.#context = context;
    this.#intake = new FrameIntake({ protocol, transport: "tcp", peer }, context);
    this.#loginPatience = setTimeout(() => this.#cut("login_timeout"), context.loginTimeoutMs);
    socket.setTimeout(context.idleTimeoutMs, () => this.#cut("idle_timeout"));
  }

  /** Resolves when the connection has ended; never rejects. */
  async serve(): Promise<void> {
    try {
      // Leaving the loop must not destroy the socket: the last answers are still to be flushed.
      for await (const chunk of this.#socket.iterator({ destroyOnReturn: false })) {
        this.#busy = true;
        const frames = await this.#takeFrames(chunk);
        this.#busy = false;
        if (this.#ending) break;
        this.#watchFrame(frames);
      }
      this.#intake.end();
    } catch (error) {
      const { protocol, uniqueId } = { protocol: this.#protocol.name, uniqueId: this.#intake.uniqueId };
      this.#context.logger.info({ err: error, protocol, device: uniqueId }, "connection failed");
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
  async #takeFrames(chunk: Uint8Array): Promise<number> {
    const { begun, close } = this.#intake.take(chunk);
    const { device } = this.#intake;
    if (device !== undefined) clearTimeout(this.#loginPatience);
    if (close) this.#ending = true;
    const results = await Promise.allSettled(begun.map(({ done }) => done));
    for (const [index, result] of results.entries()) {
      if (result.status === "rejected") throw result.reason;
      this.#write(begun[index]?.answer ?? null);
    }
    const pauseMs = device === undefined ? 0 : this.#context.pace.pauseMs(device.deviceId, begun.length);
    if (pauseMs > 0 && !this.#ending) {
      this.#context.metrics.slowed.inc({ protocol: this.#protocol.name });
      await delay(pauseMs);
    }
    return begun.length;
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
