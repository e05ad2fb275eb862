import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canonicalCidr, networksOf, parseNetworks, plainAddress } from "./networks.ts";

describe("networks", () => {
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  const number = ([a, b, c, d]: readonly [number, number, number, number]) =>
    (BigInt(a) << 24n) | (BigInt(b) << 16n) | (BigInt(c) << 8n) | BigInt(d);

  it("contain an address exactly when its leading bits agree", () => {
    fc.assert(
      fc.property(octets, octets, fc.integer({ min: 1, max: 32 }), (net, address, bits) => {
        const shift = BigInt(32 - bits);
        const expected = number(net) >> shift === number(address) >> shift;
        expect(networksOf(`${net.join(".")}/${bits}`).contains(address.join("."))).toBe(expected);
      }),
    );
  });

  it("are refused when misspelt", () => {
    for (const cidr of [
      "",
      "10.0.0.0/33",
      "10.0.0.0/-1",
      "::/129",
      "10.0.0.0/8/8",
      "localhost",
      "fe80::1%1/64",
      "10.0.0.0/x",
    ]) {
      expect(parseNetworks([cidr])).toMatchObject({ ok: false });
    }
  });
});

it("a CIDR is written in one way, and a bare address as the network of itself", () => {
  expect(canonicalCidr(" 10.0.0.0/08 ")).toBe("10.0.0.0/8");
  expect(canonicalCidr("10.0.0.1")).toBe("10.0.0.1/32");
  expect(canonicalCidr("fd00::1")).toBe("fd00::1/128");
  expect(canonicalCidr("10.0.0.0/33")).toBeNull();
});

it("an IPv6 network of mapped addresses is the IPv4 network that it stands for", () => {
  expect(canonicalCidr("::ffff:10.0.0.1")).toBe("10.0.0.1/32");
  expect(canonicalCidr("0:0:0:0:0:FFFF:c0a8:0/112")).toBe("192.168.0.0/16");
  expect(canonicalCidr("::ffff:0:0/96")).toBe("0.0.0.0/0");
  expect(canonicalCidr("::10.0.0.1")).toBe("::10.0.0.1/128");
  expect(canonicalCidr("::/0")).toBe("::/0");
});

it("IPv4 seen through an IPv6 socket is IPv4, and nothing else changes", () => {
  expect(plainAddress("::FFFF:203.0.113.9")).toBe("203.0.113.9");
  expect(plainAddress("::ffff:cb00:7109")).toBe("::ffff:cb00:7109");
  expect(plainAddress("fd00::1")).toBe("fd00::1");
});
