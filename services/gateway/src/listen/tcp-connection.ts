import type { Socket } from "node:net";

import type { StreamProtocol } from "@fleet/protocols";

import { FrameIntake, type IntakeContext } from "../take/frame-intake.ts";
import type { FramePace } from "../take/frame-pace.ts";
import type { UnansweredBytes } from "./unanswered-bytes.ts";

export interface ConnectionContext extends IntakeContext {
  readonly pace: FramePace;
  readonly unanswered: UnansweredBytes;
  readonly loginTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly frameTimeoutMs: number;
}

/** What one connection may have sent beyond the frames in hand before it is read no further. */
const waitingBytesMax = 16 * 1024;
/** Beyond so many bytes of answers that the peer does not take, it is read no further. */
const untakenBytesMax = 64 * 1024;
/** How long the last answers may take to leave. */
const flushTimeoutMs = 5000;

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
  /** Runs while the device is held to its pace. */
  #pause: NodeJS.Timeout | undefined;
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
    this.#loginPatience = this.#allow(context.loginTimeoutMs, "login_timeout");
    socket.setTimeout(context.idleTimeoutMs, () => {
      if (this.#isHeldUp) socket.setTimeout(context.idleTimeoutMs);
      else this.#cut("idle_timeout");
    });
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
        .on("drain", () => this.steer())
        .once("error", (error) => this.#fail(error))
        .once("close", () => {
          this.#context.unanswered.part(this);
          this.#endPatience();
          resolve();
        });
      this.#context.unanswered.join(this);
      this.steer();
    });
  }

  /** Reads on, or no further, as what waits here and in all allows. */
  steer(): void {
    const mayRead =
      !this.#context.unanswered.isFull && this.#waitingBytes < waitingBytesMax && !this.#isUntaken;
    if (mayRead !== this.#socket.isPaused()) return;
    if (mayRead) this.#socket.resume();
    else this.#socket.pause();
  }

  /** Ends the connection; the frames in hand are answered first. */
  finish(): void {
    this.#ending = true;
    if (this.#pause !== undefined) {
      clearTimeout(this.#pause);
      this.#rest();
    } else if (!this.#busy) this.#conclude();
  }

  #hear(chunk: Buffer): void {
    if (this.#ending) return;
    this.#context.unanswered.enter(chunk.length);
    if (!this.#busy) {
      this.#work(chunk);
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.steer();
  }

  #nextWaiting(): Buffer | undefined {
    const chunk = this.#waiting.shift();
    if (chunk === undefined) return undefined;
    this.#waitingBytes -= chunk.length;
    if (this.#waiting.length === 0) this.steer();
    return chunk;
  }

  /** Takes chunks, one after the other, until one has to wait for the bus or for the device's pace. */
  #work(first: Buffer | undefined): void {
    this.#busy = true;
    let chunk = first;
    try {
      while (chunk !== undefined) {
        const { length } = chunk;
        const { answers, stored, close } = this.#intake.take(chunk);
        if (this.#intake.device !== undefined) clearTimeout(this.#loginPatience);
        if (close) this.#ending = true;
        if (stored !== null) {
          stored.then(
            () => this.#answerAndGoOn(answers, length),
            (error: unknown) => this.#abandon(error, length),
          );
          return;
        }
        if (!this.#answer(answers, length)) return;
        chunk = this.#nextWaiting();
      }
    } catch (error) {
      this.#abandon(error, chunk?.length ?? 0);
      return;
    }
    this.#rest();
  }

  #answerAndGoOn(answers: readonly (Uint8Array | null)[], chunkBytes: number): void {
    try {
      if (this.#answer(answers, chunkBytes)) this.#work(this.#nextWaiting());
    } catch (error) {
      // A fault of ours: it ends this connection, not the process.
      this.#abandon(error, 0);
    }
  }

  /** Answers the frames of a chunk, all of them now durable. Says whether to go on to the next chunk at once. */
  #answer(answers: readonly (Uint8Array | null)[], chunkBytes: number): boolean {
    const isOneWrite = answers.length > 1;
    if (isOneWrite) this.#socket.cork();
    for (const answer of answers) this.#write(answer);
    if (isOneWrite) this.#socket.uncork();
    if (this.#isUntaken) this.steer();
    this.#context.unanswered.leave(chunkBytes);
    const pauseMs = this.#pauseMs(answers.length);
    if (pauseMs === 0) return this.#mayGoOn(answers.length);
    this.#context.metrics.slowed.inc({ protocol: this.#protocol.name });
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#mayGoOn(answers.length)) this.#work(this.#nextWaiting());
    }, pauseMs);
    return false;
  }

  #mayGoOn(framesTaken: number): boolean {
    if (this.#ending) this.#rest();
    else this.#watchFrame(framesTaken);
    return !this.#ending;
  }

  #abandon(error: unknown, chunkBytes: number): void {
    this.#context.unanswered.leave(chunkBytes);
    this.#fail(error);
    this.#rest();
  }

  /** Nothing is in hand. */
  #rest(): void {
    this.#busy = false;
    if (this.#ending) {
      this.#context.unanswered.leave(this.#waitingBytes);
      this.#waitingBytes = 0;
    }
    if (this.#ending || this.#peerEnded) this.#conclude();
  }

  /** How long to read no more of a device that has sent more than its share, where it has. */
  #pauseMs(frames: number): number {
    const { device } = this.#intake;
    return device === undefined || this.#ending ? 0 : this.#context.pace.pauseMs(device.deviceId, frames);
  }

  /** What is in hand is answered: flushes that and closes. */
  #conclude(): void {
    if (this.#over) return;
    this.#over = true;
    this.#ending = true;
    this.#endPatience();
    this.#intake.end();
    this.#closeSoon();
  }

  #fail(error: unknown): void {
    const { protocol, uniqueId } = { protocol: this.#protocol.name, uniqueId: this.#intake.uniqueId };
    this.#context.logger.info({ err: error, protocol, device: uniqueId }, "connection failed");
    this.#over = true;
    this.#ending = true;
    this.#closeSoon();
  }

  /** Once the peer has taken its answers, or has not for too long. */
  #closeSoon(): void {
    const patience = setTimeout(() => this.#socket.destroy(), flushTimeoutMs);
    this.#socket.once("close", () => clearTimeout(patience)).destroySoon();
  }

  /** Whether the tracker is silent because its frames are in hand, or because nobody is read. */
  get #isHeldUp(): boolean {
    return this.#busy || this.#context.unanswered.isFull;
  }

  /** Whether the peer is read no further because it does not take its answers. */
  get #isUntaken(): boolean {
    return this.#socket.writableLength >= untakenBytesMax;
  }

  /** Cuts the connection after a time, in which it was not held up. */
  #allow(ms: number, reason: string, isHeldUp = () => this.#isHeldUp): NodeJS.Timeout {
    const patience = setTimeout(() => {
      if (isHeldUp()) patience.refresh();
      else this.#cut(reason);
    }, ms);
    return patience;
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
      const isHeldUp = () => this.#isHeldUp || this.#isUntaken;
      this.#framePatience ??= this.#allow(this.#context.frameTimeoutMs, "slow_frame", isHeldUp);
    }
  }

  #write(bytes: Uint8Array | null): void {
    if (bytes !== null && this.#socket.writable) this.#socket.write(bytes);
  }
}
