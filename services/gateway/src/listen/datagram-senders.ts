import type { RemoteInfo } from "node:dgram";

import { plainAddress } from "@fleet/networks";
import type { StreamProtocol } from "@fleet/protocols";

import type { FixSource } from "../take/append-fixes.ts";
import { FrameIntake } from "../take/frame-intake.ts";
import type { ListenerContext } from "./listener.ts";

export interface DatagramLimits {
  /** Senders whose session is remembered; the one silent for longest makes room. */
  readonly sendersMax: number;
}

/** Whoever sends datagrams from one address and port. */
export interface DatagramSender {
  readonly source: FixSource;
  readonly intake: FrameIntake;
  heardAtMs: number;
  /** What is kept of a message of several datagrams, some of which are still to come. */
  keptBytes: number;
  /** Forgets it, for there is no room for what is kept of it. */
  cut(reason: "no_room"): void;
}

/** The sessions of those who send datagrams to one port: there is no connection that could hold them. */
export class DatagramSenders {
  readonly #protocol: StreamProtocol;
  readonly #context: ListenerContext & DatagramLimits;
  /** In the order of their silence, the longest first. */
  readonly #byAddress = new Map<string, DatagramSender>();

  constructor(protocol: StreamProtocol, context: ListenerContext & DatagramLimits) {
    this.#protocol = protocol;
    this.#context = context;
  }

  /** Whose datagram this is; whoever was silent for the idle timeout begins a new session. */
  find(from: RemoteInfo): DatagramSender {
    const key = keyOf(from);
    const nowMs = performance.now();
    let sender = this.#byAddress.get(key);
    if (sender === undefined || nowMs - sender.heardAtMs >= this.#context.idleTimeoutMs) {
      this.#forget(key);
      sender = this.#create(key, plainAddress(from.address), nowMs);
    }
    sender.heardAtMs = nowMs;
    // Taken out and put back at the end, whereby the order stays that of silence.
    this.#byAddress.delete(key);
    this.#byAddress.set(key, sender);
    const [longestSilent] = this.#byAddress.keys();
    if (this.#byAddress.size > this.#context.sendersMax && longestSilent !== undefined)
      this.#forget(longestSilent);
    return sender;
  }

  forget(from: RemoteInfo): void {
    this.#forget(keyOf(from));
  }

  /** Counts what is kept of a sender's message that is not whole, 0 where it is whole or gone. */
  keep(sender: DatagramSender, bytes: number): void {
    if (bytes === sender.keptBytes) return;
    const { unanswered, unfinished } = this.#context;
    unanswered.leave(sender.keptBytes);
    unanswered.enter(bytes);
    sender.keptBytes = bytes;
    unfinished.note(sender, bytes);
  }

  #create(key: string, peer: string, heardAtMs: number): DatagramSender {
    const protocol = this.#protocol;
    return {
      source: { protocol: protocol.name, peer, isWaitedFor: () => false },
      intake: new FrameIntake({ protocol, transport: "udp", peer }, this.#context),
      heardAtMs,
      keptBytes: 0,
      cut: (reason) => {
        this.#context.metrics.refusedFrames.inc({ protocol: protocol.name, reason });
        this.#forget(key);
      },
    };
  }

  #forget(key: string): void {
    const sender = this.#byAddress.get(key);
    if (sender === undefined) return;
    this.#byAddress.delete(key);
    this.keep(sender, 0);
  }
}

function keyOf({ address, port }: RemoteInfo): string {
  return `${address} ${port}`;
}
