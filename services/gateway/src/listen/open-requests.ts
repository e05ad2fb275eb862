import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";

import { connectionKey } from "./admit-connections.ts";

interface Connection {
  readonly socket: Socket;
  /** Those not answered yet. */
  readonly requests: Set<IncomingMessage>;
}

/** The connections of an HTTP server, and their requests until each is answered. */
export class OpenRequests {
  readonly #connections = new Map<string, Connection>();
  #closing = false;

  constructor(server: Server | TlsServer) {
    server.on("connection", (socket: Socket) => {
      // A socket within TLS knows its addresses but is another object.
      const key = connectionKey(socket);
      this.#connections.set(key, { socket, requests: new Set() });
      socket.once("close", () => this.#connections.delete(key));
    });
  }

  enter(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const requests = this.#requestsOf(socket);
    requests.add(request);
    response.once("close", () => {
      requests.delete(request);
      if (this.#closing && !isAnyWhole(requests)) socket.destroySoon();
    });
  }

  /** Whether the answer to the request is the last thing to be sent on its connection. */
  isLast(request: IncomingMessage): boolean {
    return this.#closing && this.#requestsOf(request.socket).size <= 1;
  }

  /** Closes the connections that have no whole request in hand, and the others once these are answered. */
  close(): void {
    this.#closing = true;
    for (const { socket, requests } of this.#connections.values())
      if (!isAnyWhole(requests)) socket.destroy();
  }

  #requestsOf(socket: Socket): Set<IncomingMessage> {
    return this.#connections.get(connectionKey(socket))?.requests ?? new Set();
  }
}

function isAnyWhole(requests: ReadonlySet<IncomingMessage>): boolean {
  return [...requests].some(({ complete }) => complete);
}
