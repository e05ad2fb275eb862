import type { Server, Socket } from "node:net";

import { plainAddress, type Networks } from "@fleet/networks";

import type { GatewayMetrics } from "../gateway-metrics.ts";
import type { ConnectionCount } from "./connection-count.ts";
import { readProxyHeader } from "./proxy-header.ts";

export interface Admission {
  readonly protocol: string;
  readonly connections: ConnectionCount;
  readonly metrics: GatewayMetrics;
  /** Load balancers, whose connections begin with a PROXY header that names the tracker's address. */
  readonly proxies: Networks;
  readonly frameTimeoutMs: number;
}

/** Says which address a connection of the server is from: the tracker's, where a load balancer passed it on. */
export type PeerOf = (socket: Socket) => string;

/**
 * Puts the limits on connections, and the PROXY header, before whatever the server does with a connection: HTTP, TLS
 * or a listener of its own. Call it when the server's listeners are in place.
 */
export function admitConnections(server: Server, admission: Admission): PeerOf {
  const { connections, metrics, protocol, proxies } = admission;
  const handlers = server.listeners("connection");
  const peers = new Map<string, string>();

  function admit(socket: Socket, peer: string): void {
    const refusal = connections.enter(peer);
    if (refusal !== null) return turnAway(socket, refusal);
    // A socket within TLS knows its addresses but is another object, so the pair of them is the key.
    const key = connectionKey(socket);
    peers.set(key, peer);
    metrics.connections.inc({ protocol });
    socket.once("close", () => {
      peers.delete(key);
      connections.leave(peer);
      metrics.connections.dec({ protocol });
    });
    for (const handle of handlers) handle.call(server, socket);
  }

  function turnAway(socket: Socket, reason: string): void {
    metrics.refusedConnections.inc({ protocol, reason });
    socket.destroy();
  }

  async function admitProxied(socket: Socket, proxy: string): Promise<void> {
    const header = await readProxyHeader(socket, admission.frameTimeoutMs);
    if (!header.ok) return turnAway(socket, header.reason);
    // At the next tick Node resumes a stream that was read by hand if it has a reader by then, even one that paused it.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (!socket.destroyed) admit(socket, header.source ?? proxy);
  }

  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    // Whoever resets the connection before anyone serves it must not end the process.
    socket.on("error", () => undefined);
    const address = plainAddress(socket.remoteAddress ?? "");
    if (proxies.contains(address)) void admitProxied(socket, address);
    else admit(socket, address);
  });
  return (socket) => peers.get(connectionKey(socket)) ?? plainAddress(socket.remoteAddress ?? "");
}

/** Tells the open connections of a server apart. */
export function connectionKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
