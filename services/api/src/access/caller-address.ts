import { isIP } from "node:net";

import type { Networks } from "@fleet/webhook-address";

/** An address in one spelling: IPv4 seen through an IPv6 socket is IPv4. */
function plain(address: string): string {
  const text = address.trim();
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(text) ? text.slice("::ffff:".length) : text;
}

/**
 * Where a request comes from: the connection's other end, or, where that is a trusted proxy, the last address in
 * X-Forwarded-For that is not one. What a caller wrote into that header itself lies before it and is never believed.
 */
export function callerAddress(
  connectedFrom: string,
  forwardedFor: string | undefined,
  trusted: Networks,
): string {
  let address = plain(connectedFrom);
  const hops = (forwardedFor ?? "").split(",").map(plain);
  while (trusted.contains(address)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}
