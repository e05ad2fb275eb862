import { isIPv6 } from "node:net";

import type { Clock } from "@fleet/runtime";
import type { Networks } from "@fleet/webhook-address";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";

import type { ApiEnv } from "../http/api-env.ts";
import { problem } from "../http/problem.ts";
import { callerAddress } from "./caller-address.ts";
import { rateStanding, windowMs, type RateStanding } from "./rate-standing.ts";

/** Requests per full minute from one address without a valid token. */
export const addressLimit = 600;
/** Beyond so many addresses in a minute the others share one bucket. */
const addressesMax = 20_000;

/** Counts requests without a valid token by where they come from, in the memory of this instance. */
export interface AddressLimit {
  /** Counts a request; a 429 if its address has none left in this minute, else null. */
  refuse(c: Context<ApiEnv>): Response | null;
  standing(c: Context<ApiEnv>): RateStanding;
  addressOf(c: Context<ApiEnv>): string;
}

export function createAddressLimit(parts: { clock: Clock; trustedProxies: Networks }): AddressLimit {
  let minute = { number: 0, requests: new Map<string, number>() };

  function addressOf(c: Context<ApiEnv>): string {
    const connected = getConnInfo(c).remote.address ?? "";
    return callerAddress(connected, c.req.header("x-forwarded-for"), parts.trustedProxies);
  }

  function present(): typeof minute {
    const number = Math.floor(parts.clock.now() / windowMs);
    if (number !== minute.number) minute = { number, requests: new Map() };
    return minute;
  }

  function bucketOf(c: Context<ApiEnv>): string {
    const bucket = networkOf(addressOf(c));
    const { requests } = present();
    return requests.has(bucket) || requests.size < addressesMax ? bucket : "any other";
  }

  function standing(c: Context<ApiEnv>): RateStanding {
    const { number, requests } = present();
    const remaining = addressLimit - (requests.get(bucketOf(c)) ?? 0);
    return rateStanding({
      limit: addressLimit,
      remaining,
      minute: number,
      earliestNowMs: parts.clock.now(),
    });
  }

  return {
    addressOf,
    standing,
    refuse(c) {
      const { requests } = present();
      const bucket = bucketOf(c);
      const before = requests.get(bucket) ?? 0;
      if (before < addressLimit) requests.set(bucket, before + 1);
      const now = standing(c);
      c.set("rate", now);
      return before < addressLimit ? null : rateLimited(c, now);
    },
  };
}

/** Whoever has one IPv6 address has the 2^64 of its network. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const filled = tail === undefined ? groups : [...groups, "0", "0", "0", "0"];
  return `${filled.slice(0, 4).join(":")}::/64`;
}

/** 429 with the seconds to wait. */
export function rateLimited(c: Context<ApiEnv>, standing: RateStanding) {
  return problem(c, "rate-limited", {
    detail: `More than ${standing.limit} requests in this minute.`,
    headers: { "Retry-After": String(standing.retryAfterS) },
  });
}

/** For what anybody may read: limits by address alone, so that it needs no store. */
export function limitByAddress(addresses: AddressLimit): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => addresses.refuse(c) ?? next());
}

/** Shows on every answer where the bucket stands that the request was counted in, else that of its address. */
export function showRate(addresses: AddressLimit): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    const { limit, remaining } = c.get("rate") ?? addresses.standing(c);
    c.header("X-RateLimit-Limit", String(limit));
    c.header("X-RateLimit-Remaining", String(remaining));
  });
}
