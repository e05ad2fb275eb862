import { Resolver as DnsResolver, lookup } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";

import type { Networks } from "@fleet/networks";
import type { Resolver } from "./resolve-webhook-addresses.ts";

export interface SystemResolverOptions {
  readonly allowed: Networks;
  /** Name servers as `address:port`; the system's unless given. */
  readonly servers?: readonly string[];
}

/**
 * How much longer than the one family of addresses the other is waited for: some name servers never answer for what
 * they do not have. An address that comes later is not connected to either.
 */
const otherFamilyWithinMs = 1000;

/**
 * Resolves names by asking the name servers directly: the operating system's own lookup runs on a handful of threads,
 * where a few names that never answer would hold up everyone's. Only an operator who allows private networks gets that
 * lookup, because private receivers stand in hosts files.
 */
export function createSystemResolver({ allowed, servers }: SystemResolverOptions): Resolver {
  if (!allowed.empty) {
    return async (name) => {
      const answers = await lookup(name, { all: true, order: "verbatim" });
      return answers.map(({ address }) => address);
    };
  }
  const dns = new DnsResolver({ timeout: 2000, tries: 2 });
  if (servers !== undefined) dns.setServers([...servers]);
  return async (name) => {
    const families = [dns.resolve4(name), dns.resolve6(name)];
    const found: string[][] = [];
    const both = Promise.allSettled(families.map(async (asked, index) => (found[index] = await asked)));
    const oneAndAWhile = Promise.any(families).then(() =>
      delay(otherFamilyWithinMs, undefined, { ref: false }),
    );
    await Promise.race([both, oneAndAWhile.catch(() => both)]);
    return found.flat();
  };
}
