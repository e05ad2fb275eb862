import { describe, expect, it } from "vitest";

import { networkOf } from "./address-limit.ts";

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
