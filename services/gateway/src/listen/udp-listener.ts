import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

import { plainAddress } from "@fleet/networks";
import type { StreamProtocol } from "@fleet/protocols";
import { PortTakenError, type ListenAddress } from "@fleet/runtime";

import type { FixSource, Upload } from "../take/append-fixes.ts";
import { FrameIntake } from "../take/frame-intake.ts";
import type { Listener, ListenerContext } from "./listener.ts";

/** Datagrams wait in the kernel while this process is busy; what exceeds it is lost and sent again. */
const receiveBufferBytes = 4 * 1024 * 1024;

export interface DatagramLimits {
  /** Senders whose session is remembered; the one silent for longest makes room. */
  readonly sendersMax: number;
}

interface Sender {
  readonly source: FixSource;
  readonly intake: FrameIntake;
  heardAtMs: number;
  /** What is kept of a message of several datagrams, some of which are still to come. */
  keptBytes: number;
  /** Forgets it, for there is no room for what is kept of it. */
  cut(reason: "no_room"): void;
}

/**
 * Listens for the datagrams of one protocol. There is no connection: what a sender said of itself is remembered by its
 * address. There is no holding back either: a datagram that finds no room is dropped, and not being answered the
 * tracker sends it again.
 */
export async function startUdpListener(
  protocol: StreamProtocol,
  address: ListenAddress,
  context: ListenerContext & DatagramLimits,
): Promise<Listener> {
  const socket = createSocket({
    type: isIPv4(address.host) ? "udp4" : "udp6",
    recvBufferSize: receiveBufferBytes,
  });
  const { unanswered } = context;
  const senders = new Map<string, Sender>();
  const inHand = new Set<Promise<void>>();

  function senderOf({ address, port }: RemoteInfo): Sender {
    const key = `${address} ${port}`;
    const nowMs = performance.now();
    let sender = senders.get(key);
    if (sender === undefined || nowMs - sender.heardAtMs >= context.idleTimeoutMs) {
      forget(key);
      const peer = plainAddress(address);
      sender = {
        source: { protocol: protocol.name, peer, isWaitedFor: () => false },
        intake: new FrameIntake({ protocol, transport: "udp", peer }, context),
        heardAtMs: nowMs,
        keptBytes: 0,
        cut(reason) {
          drop(reason);
          forget(key);
        },
      };
    }
    sender.heardAtMs = nowMs;
    // Taken out and put back, so that the map's order is that of silence.
    senders.delete(key);
    senders.set(key, sender);
    const [longestSilent] = senders.keys();
    if (senders.size > context.sendersMax && longestSilent !== undefined) forget(longestSilent);
    return sender;
  }

  function forget(key: string): void {
    const sender = senders.get(key);
    if (sender === undefined) return;
    senders.delete(key);
    keep(sender, 0);
  }

  function keep(sender: Sender, bytes: number): void {
    if (bytes === sender.keptBytes) return;
    unanswered.leave(sender.keptBytes);
    unanswered.enter(bytes);
    sender.keptBytes = bytes;
    context.unfinished.note(sender, bytes);
  }

  /** Whose frames a datagram brings is known once it is decoded; here is the place to take no more of them. */
  function isTooFast({ device }: FrameIntake, uploads: readonly Upload[], frames: number): boolean {
    if (uploads.length === 0) return device !== undefined && !context.pace.admits(device.deviceId, frames);
    const byDevice = Map.groupBy(uploads, (upload) => upload.device.deviceId);
    return [...byDevice].some(([deviceId, { length }]) => !context.pace.admits(deviceId, length));
  }

  function drop(reason: "no_room" | "too_fast"): void {
    context.metrics.refusedFrames.inc({ protocol: protocol.name, reason });
  }

  async function take(datagram: Buffer, from: RemoteInfo): Promise<void> {
    const sender = senderOf(from);
    const { intake, source } = sender;
    try {
      const { answers, uploads, close } = intake.take(datagram);
      if (close) forget(`${from.address} ${from.port}`);
      else keep(sender, intake.keptBytes);
      if (isTooFast(intake, uploads, answers.length)) return drop("too_fast");
      if (uploads.length > 0) await context.appendFixes(source, uploads);
      for (const answer of answers) if (answer !== null) await send(answer, from);
    } catch (error) {
      const { name } = protocol;
      context.logger.info({ err: error, protocol: name, peer: from.address }, "datagram not stored");
    }
  }

  /** Resolves once the kernel has it, or does not take it: the tracker sends again what nobody answered. */
  function send(answer: Uint8Array, { address: peer, port }: RemoteInfo): Promise<void> {
    return new Promise((resolve) => {
      socket.send(answer, port, peer, () => resolve());
    });
  }

  socket.on("message", (datagram, from) => {
    if (!unanswered.hasRoomFor(datagram.length)) return drop("no_room");
    unanswered.enter(datagram.length);
    const taken = take(datagram, from).finally(() => {
      unanswered.leave(datagram.length);
      inHand.delete(taken);
    });
    inHand.add(taken);
  });
  await bind(socket, address);
  socket.on("error", (error) =>
    context.logger.warn({ err: error, protocol: protocol.name }, "UDP socket failed"),
  );
  const { port } = socket.address();
  return {
    port,
    async stop() {
      socket.removeAllListeners("message");
      await Promise.all(inHand);
      await new Promise<void>((resolve) => {
        socket.close(resolve);
      });
    },
  };
}

async function bind(socket: ReturnType<typeof createSocket>, { host, port }: ListenAddress): Promise<void> {
  try {
    socket.bind({ port, address: host });
    await once(socket, "listening");
  } catch (error) {
    const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw taken
      ? new PortTakenError(`UDP port ${port} on ${host} is taken. Choose another in GATEWAY_PORTS.`)
      : error;
  }
}
