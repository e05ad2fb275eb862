import { BlockList, isIP } from "node:net";

/** Whether an address lies in any of the networks. */
export type NetworkTest = (address: string) => boolean;

/** A test for `address/prefix` networks, IPv4 and IPv6; throws on anything else. */
export function inNetworks(cidrs: readonly string[]): NetworkTest {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = "", prefix = ""] = cidr.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
  };
}

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
  isTrusted: NetworkTest,
): string {
  let address = plain(connectedFrom);
  const hops = (forwardedFor ?? "").split(",").map(plain);
  while (isTrusted(address)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}
