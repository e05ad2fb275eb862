import { once } from "node:events";
import { connect, type Socket } from "node:net";

import type { StreamEncoder } from "@fleet/protocols";

export interface CrowdAddress {
  readonly port: number;
  readonly uniqueId: string;
  /** The address that the connection comes from. */
  readonly localAddress: string;
}

/**
 * One of many trackers of one process, each with one frame under way at a time. It reads its first answer with care and
 * of later ones only the length, so that the crowd takes little of the machine from what is measured.
 */
export class CrowdTracker {
  readonly #socket: Socket;
  #answerBytes = Number.POSITIVE_INFINITY;
  #receivedBytes = 0;
  #answered: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Connects, logs in where the protocol has that, and sends `first`; resolves once that is acknowledged. */
  static async open(encoder: StreamEncoder, address: CrowdAddress, first: Uint8Array): Promise<CrowdTracker> {
    const { port, uniqueId, localAddress } = address;
    const socket = connect({ host: "127.0.0.1", port, localAddress, noDelay: true });
    await once(socket, "connect");
    const replies = encoder.createReplyReader();
    const expectReply = async (kind: "accepted" | "acknowledged"): Promise<number> => {
      let bytes = 0;
      for (;;) {
        const reply = replies.next();
        if (reply?.kind === kind) return bytes;
        if (reply !== null) throw new Error(`tracker ${uniqueId} was answered "${reply.kind}"`);
        const chunk: unknown = (await Promise.race([once(socket, "data"), once(socket, "close")]))[0];
        if (!Buffer.isBuffer(chunk)) throw new Error(`the connection of tracker ${uniqueId} was closed`);
        bytes += chunk.length;
        replies.push(chunk);
      }
    };
    const login = encoder.encodeLogin(uniqueId);
    if (login !== null) {
      socket.write(login);
      await expectReply("accepted");
    }
    socket.write(first);
    const tracker = new CrowdTracker(socket);
    tracker.#answerBytes = await expectReply("acknowledged");
    tracker.#listen();
    return tracker;
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Sends a frame; `answered` is called once it is acknowledged, and never if the connection closes before. */
  send(frame: Uint8Array, answered: () => void): void {
    this.#answered = answered;
    this.#socket.write(frame);
  }

  close(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    this.#socket.on("error", () => undefined);
    this.#socket.on("data", (chunk: Buffer) => {
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes < this.#answerBytes) return;
      this.#receivedBytes = 0;
      this.#answered?.();
    });
  }
}
