import type { LookupFunction } from "node:net";
import { isIPv6 } from "node:net";
import { createSecureContext, getCACertificates } from "node:tls";

import { Pool } from "undici";

export interface ConnectionPoolsOptions {
  readonly connectTimeoutMs: number;
  /** Most connections that are kept, idle ones too; those of the receiver unused for longest make room. */
  readonly connectionsMax: number;
  /** Certificate authorities, in PEM, to trust beside Node's own and those of NODE_EXTRA_CA_CERTS. */
  readonly trustedCertificates?: readonly string[] | undefined;
}

/** A receiver's connections. Times are of `performance.now()`. */
export interface Connections {
  readonly pool: Pool;
  /** How many there are; at least one, which is about to be made. */
  readonly count: number;
  /** An answer comes in. */
  noteAnswer(): void;
  /**
   * A request sent at that time was given up. Where none has been answered since, others get new connections: requests
   * that share one over HTTP/2 keep it open between them, though nobody is at its other end.
   */
  noteGivenUp(sentAt: number): void;
}

export interface ConnectionPools {
  /** Connections to an origin by way of these addresses alone. */
  get(origin: string, addresses: readonly string[]): Connections;
  stop(): Promise<void>;
}

/**
 * Connections are kept by origin and addresses together: a name that answers with other addresses today gets other
 * connections, so that a kept one never leads where the last check did not.
 */
export function createConnectionPools(options: ConnectionPoolsOptions): ConnectionPools {
  const { connectTimeoutMs, connectionsMax, trustedCertificates } = options;
  const receivers = new Map<string, Connections>();
  let connectionsKept = 0;
  const ca = trustedCertificates && { ca: [...getCACertificates("default"), ...trustedCertificates] };
  // One for all connections: reading some 150 authorities anew takes longer than a handshake.
  const secureContext = createSecureContext({ minVersion: "TLSv1.2", ...ca });

  function create(origin: string, addresses: readonly string[]): Pool {
    return new Pool(origin, {
      // Unbounded here, because webhooks share their receiver's connections: the claims bound each of them.
      connections: null,
      pipelining: 1,
      allowH2: true,
      // One timer bounds the whole attempt: these would start anew with every byte that drips in.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        lookup: lookupAmong(addresses),
        secureContext,
        rejectUnauthorized: true,
        timeout: connectTimeoutMs,
      },
    });
  }

  function retire(key: string, connections: Connections): void {
    if (receivers.get(key) !== connections) return;
    receivers.delete(key);
    connectionsKept -= connections.count;
    void connections.pool.close();
  }

  function open(key: string, pool: Pool): Connections {
    let answeredAt = 0;
    let count = 1;
    const connections: Connections = {
      pool,
      get count() {
        return count;
      },
      noteAnswer() {
        answeredAt = performance.now();
      },
      noteGivenUp(sentAt) {
        if (answeredAt < sentAt) retire(key, connections);
      },
    };
    function recount(): void {
      if (receivers.get(key) !== connections) return;
      connectionsKept -= count;
      count = Math.max(1, pool.stats.connected);
      connectionsKept += count;
    }
    pool.on("connect", recount).on("disconnect", recount);
    connectionsKept += count;
    return connections;
  }

  return {
    get(origin, addresses) {
      const key = `${origin} ${addresses.length === 1 ? addresses[0] : [...addresses].sort().join(" ")}`;
      const connections = receivers.get(key) ?? open(key, create(origin, addresses));
      // Last in the map is the one used last.
      receivers.delete(key);
      receivers.set(key, connections);
      for (const [other, unused] of receivers) {
        if (connectionsKept <= connectionsMax || unused === connections) break;
        retire(other, unused);
      }
      return connections;
    },
    async stop() {
      await Promise.all([...receivers.values()].map(({ pool }) => pool.destroy()));
      receivers.clear();
    },
  };
}

/** A lookup that knows the checked addresses and asks nobody. Literals never come here: they are their own address. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = known;
    if (options.all === true) callback(null, known);
    else callback(null, first?.address ?? "", first?.family);
  };
}
