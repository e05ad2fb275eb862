import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

import { listSchema } from "@fleet/runtime";
import type { z } from "zod";

/** A set of IPv4 and IPv6 networks. The families are kept apart: an IPv4-mapped address is in none of them. */
export interface Networks {
  readonly empty: boolean;
  contains(address: string): boolean;
}

export type ParsedNetworks =
  | { readonly ok: true; readonly networks: Networks }
  | { readonly ok: false; readonly reason: string };

/** Reads CIDRs (`10.0.0.0/8`, `fd00::/8`); a bare address stands for itself alone. */
export function parseNetworks(cidrs: readonly string[]): ParsedNetworks {
  const ipv4 = new BlockList();
  const ipv6 = new BlockList();
  for (const cidr of cidrs) {
    const [address = "", prefix, ...rest] = cidr.split("/");
    const family = isIP(address);
    const bitsMax = family === 4 ? 32 : 128;
    const bits = prefix === undefined ? bitsMax : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (family === 0 || address.includes("%") || rest.length > 0 || !(bits <= bitsMax)) {
      return { ok: false, reason: `${cidr} is not a network such as 10.0.0.0/8 or fd00::/8` };
    }
    if (family === 4) ipv4.addSubnet(address, bits, "ipv4");
    else ipv6.addSubnet(address, bits, "ipv6");
  }
  const contains = (address: string) =>
    isIPv4(address)
      ? ipv4.check(address, "ipv4")
      : isIPv6(address) && !isIpv4Mapped(address) && ipv6.check(address, "ipv6");
  return { ok: true, networks: { empty: cidrs.length === 0, contains } };
}

/** Networks written in this package's own lists, or by a test. Throws where one is misspelt. */
export function networksOf(...cidrs: readonly string[]): Networks {
  const parsed = parseNetworks(cidrs);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.networks;
}

/** WEBHOOK_ALLOWED_NETWORKS: the networks that deliveries may reach although private, separated by commas. */
export const allowedNetworksSchema: z.ZodType<Networks, string | undefined> = listSchema.transform(
  (cidrs, context): Networks => {
    const parsed = parseNetworks(cidrs);
    if (parsed.ok) return parsed.networks;
    context.addIssue({ code: "custom", message: parsed.reason });
    return networksOf();
  },
);

const ipv4MappedList = new BlockList();
ipv4MappedList.addSubnet("0.0.0.0", 0, "ipv4");

// A BlockList of IPv4 rules matches an IPv6 address exactly when it is an IPv4-mapped one.
function isIpv4Mapped(address: string): boolean {
  return ipv4MappedList.check(address, "ipv6");
}
