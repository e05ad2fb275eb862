import { createServer, type Socket } from "node:net";

import type { StreamProtocol } from "@fleet/protocols";

import { listenOn, type ListenAddress } from "@fleet/runtime";

import type { Listener } from "./listener.ts";
import { TcpConnection, type ConnectionContext } from "./tcp-connection.ts";

export interface ConnectionLimits {
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
}

/** Connections of the whole gateway, by peer address; refuses those beyond the limits. */
export class ConnectionCount {
  readonly #limits: ConnectionLimits;
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Null when the connection may stay, and was counted; else the reason for turning it away. */
  enter(address: string): "too_many_connections" | "too_many_of_address" | null {
    const ofAddress = this.#byAddress.get(address) ?? 0;
    if (this.#all >= this.#limits.connectionsMax) return "too_many_connections";
    if (ofAddress >= this.#limits.connectionsPerAddressMax) return "too_many_of_address";
    this.#all += 1;
    this.#byAddress.set(address, ofAddress + 1);
    return null;
  }

  leave(address: string): void {
    const ofAddress = this.#byAddress.get(address) ?? 0;
    this.#all -= 1;
    if (ofAddress > 1) this.#byAddress.set(address, ofAddress - 1);
    else this.#byAddress.delete(address);
  }
}

/** Listens for the trackers of one protocol. Stopping lets frames in hand be answered, then closes. */
export async function startTcpListener(
  protocol: StreamProtocol,
  address: ListenAddress,
  context: ConnectionContext & { readonly connections: ConnectionCount },
): Promise<Listener> {
  const open = new Map<TcpConnection, Promise<void>>();

  async function serve(socket: Socket): Promise<void> {
    const peer = socket.remoteAddress ?? "";
    const refusal = context.connections.enter(peer);
    if (refusal !== null) {
      context.metrics.refusedConnections.inc({ protocol: protocol.name, reason: refusal });
      socket.destroy();
      return;
    }
    context.metrics.connections.inc({ protocol: protocol.name });
    const connection = new TcpConnection(protocol, socket, context);
    const served = connection.serve();
    open.set(connection, served);
    await served;
    open.delete(connection);
    context.connections.leave(peer);
    context.metrics.connections.dec({ protocol: protocol.name });
  }

  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    void serve(socket);
  });
  const port = await listenOn(server, address);
  return {
    port,
    async stop() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const connection of open.keys()) connection.finish();
      await Promise.all(open.values());
      await closed;
    },
  };
}
