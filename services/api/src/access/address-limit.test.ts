import { networksOf } from "@fleet/networks";
import { drivenClock } from "@fleet/testkit";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";

import type { ApiEnv } from "../http/api-env.ts";
import { createAddressLimit, limitByAddress, networkOf, showRate } from "./address-limit.ts";

describe("what is limited as one address", () => {
  it("is an IPv4 address, or the /64 of an IPv6 one however it is spelled", () => {
    expect(networkOf("198.51.100.7")).toBe("198.51.100.7");
    expect(networkOf("")).toBe("");
    for (const address of [
      "2001:db8:1:2::1",
      "2001:DB8:1:2:3:4:5:6",
      "2001:0db8:0001:0002::ffff%eth0",
      "2001:db8:1:2::192.0.2.1",
    ])
      expect(networkOf(address)).toBe("2001:db8:1:2::/64");
    expect(networkOf("2001::1:2:3:4:5:6")).toBe("2001:0:1:2::/64");
    expect(networkOf("::1")).toBe("0:0:0:0::/64");
    expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  });
});

describe("requests without a token", () => {
  function limited() {
    const clock = drivenClock(0);
    const addresses = createAddressLimit({ clock, trustedProxies: networksOf() });
    const app = new Hono<ApiEnv>();
    app.use(showRate(addresses));
    app.get("/", limitByAddress(addresses), (c) => c.body(null));
    /** How many more an address has once it has asked. */
    const leftFor = async (remoteAddress: string) => {
      const answer = await app.request("/", {}, { incoming: { socket: { remoteAddress } } });
      return Number(answer.headers.get("x-ratelimit-remaining"));
    };
    return { clock, leftFor };
  }

  it("are counted for each IPv4 address and IPv6 network, a minute long", async () => {
    const { clock, leftFor } = limited();
    expect(await leftFor("198.51.100.7")).toBe(599);
    expect(await leftFor("198.51.100.8")).toBe(599);
    expect(await leftFor("2001:db8:1:2::1")).toBe(599);
    expect(await leftFor("2001:db8:1:2::2")).toBe(598);
    clock.advance(59_999);
    expect(await leftFor("198.51.100.7")).toBe(598);
    clock.advance(1);
    expect(await leftFor("198.51.100.7")).toBe(599);
  });

  it("of more than 20,000 addresses in a minute are counted together beyond them", async () => {
    const { leftFor } = limited();
    for (let n = 0; n < 20_000; n++) await leftFor(`10.0.${n >> 8}.${n & 255}`);
    expect(await leftFor("10.0.0.0")).toBe(598);
    expect(await leftFor("198.51.100.7")).toBe(599);
    expect(await leftFor("198.51.100.8")).toBe(598);
  });
});
