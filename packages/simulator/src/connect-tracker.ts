import { connectHttp } from "./http-link.ts";
import { connectStream } from "./stream-link.ts";
import type { ConnectOutcome, TrackerAddress } from "./tracker-link.ts";

/** Connects as a tracker does, login included. Failures are outcomes; it does not throw. */
export function connectTracker(address: TrackerAddress): Promise<ConnectOutcome> {
  const { protocol } = address;
  return protocol.kind === "stream" ? connectStream(protocol, address) : connectHttp(protocol, address);
}
