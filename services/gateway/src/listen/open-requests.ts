import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";

import { connectionKey } from "./admit-connections.ts";

interface Connection {
  readonly socket: Socket;
  /** Those not answered yet. */
  readonly requests: Set<IncomingMessage>;
}

/** Those that one connection may have in hand: trackers wait for each answer, and what is in hand costs memory. */
const requestsPerConnectionMax = 16;

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

  /** Whether the request may be answered, for its connection has few enough in hand. */
  enter(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const requests = this.#requestsOf(socket);
    if (requests.size >= requestsPerConnectionMax) return false;
    requests.add(request);
    response.once("close", () => {
      requests.delete(request);
      if (this.#closing && !isAnyWhole(requests)) socket.destroySoon();
    });
    return true;
  }

  /** Whether the answer to the request is the last thing to be sent on its connection. */
  isLast(request: IncomingMessage): boolean {
    return this.#closing && this.#requestsOf(request.socket).size <= 1;
  }

  /** Whether a request of the connection has come whole and waits for its answer. */
  hasWhole(socket: Socket): boolean {
    return isAnyWhole(this.#requestsOf(socket));
  }

  /** Whether a request of the connection has begun to come and is not whole. */
  hasUnfinished(socket: Socket): boolean {
    return [...this.#requestsOf(socket)].some(({ complete }) => !complete);
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
