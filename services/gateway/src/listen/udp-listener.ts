import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

import { plainAddress } from "@fleet/networks";
import type { StreamProtocol } from "@fleet/protocols";
import { PortTakenError, type ListenAddress } from "@fleet/runtime";

import type { AppendFixes } from "../take/append-fixes.ts";
import { FrameIntake } from "../take/frame-intake.ts";
import type { Listener, ListenerContext } from "./listener.ts";

/** Datagrams wait in the kernel while this process is busy; what exceeds it is lost and sent again. */
const receiveBufferBytes = 4 * 1024 * 1024;

class TooFastError extends Error {
  override readonly name = "TooFastError";
}

export interface DatagramLimits {
  /** Senders whose session is remembered; the one silent for longest makes room. */
  readonly sendersMax: number;
}

interface Sender {
  readonly intake: FrameIntake;
  heardAtMs: number;
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

  /** Which device a datagram is of is known once it is decoded, so here is the place to take no more of it. */
  const appendFixes: AppendFixes = (source, uploads) => {
    for (const [deviceId, { length }] of Map.groupBy(uploads, ({ device }) => device.deviceId))
      if (!context.pace.admits(deviceId, length)) return Promise.reject(new TooFastError());
    return context.appendFixes(source, uploads);
  };
  const pacedContext = { ...context, appendFixes };

  function intakeOf({ address: peer, port }: RemoteInfo): FrameIntake {
    const key = `${peer} ${port}`;
    const nowMs = performance.now();
    const known = senders.get(key);
    const isFresh = known !== undefined && nowMs - known.heardAtMs < context.idleTimeoutMs;
    const intake = isFresh
      ? known.intake
      : new FrameIntake(
          { protocol, transport: "udp", peer: plainAddress(peer), isWaitedFor: () => false },
          pacedContext,
        );
    // Taken out and put back, so that the map's order is that of silence.
    senders.delete(key);
    senders.set(key, { intake, heardAtMs: nowMs });
    const [longestSilent] = senders.keys();
    if (senders.size > context.sendersMax && longestSilent !== undefined) senders.delete(longestSilent);
    return intake;
  }

  function drop(reason: "no_room" | "too_fast"): void {
    context.metrics.refusedFrames.inc({ protocol: protocol.name, reason });
  }

  async function take(datagram: Buffer, from: RemoteInfo): Promise<void> {
    const intake = intakeOf(from);
    try {
      const { answers, stored, close } = intake.take(datagram);
      if (close) senders.delete(`${from.address} ${from.port}`);
      if (stored === null && intake.device !== undefined)
        if (!context.pace.admits(intake.device.deviceId, answers.length)) return drop("too_fast");
      await stored;
      for (const answer of answers) if (answer !== null) await send(answer, from);
    } catch (error) {
      if (error instanceof TooFastError) return drop("too_fast");
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
