import { describe, expect, it } from "vitest";

import type { WebhookHost } from "./check-webhook-url.ts";
import { networksOf } from "@fleet/networks";
import { resolveWebhookAddresses } from "./resolve-webhook-addresses.ts";

const none = networksOf();
const loopback = networksOf("127.0.0.0/8");
const name: WebhookHost = { kind: "name", name: "hooks.example.com", local: false };
const localName: WebhookHost = { kind: "name", name: "localhost", local: true };
const answering =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

describe("resolving where a webhook points", () => {
  it("gives every address of a public name, once", async () => {
    const resolved = await resolveWebhookAddresses(
      name,
      answering("8.8.8.8", "2606:4700::1", "8.8.8.8"),
      none,
    );
    expect(resolved).toEqual({ ok: true, addresses: ["8.8.8.8", "2606:4700::1"] });
  });

  it.each([
    ["a private address", ["10.0.0.1"]],
    ["one bad address among good ones", ["8.8.8.8", "127.0.0.1"]],
    ["one bad IPv6 address among good ones", ["8.8.8.8", "::1"]],
    ["an IPv4-mapped address", ["::ffff:8.8.8.8"]],
    ["something that is no address", ["8.8.8.8", "nonsense"]],
  ])("refuses %s", async (_what, addresses) => {
    expect(await resolveWebhookAddresses(name, answering(...addresses), none)).toMatchObject({
      ok: false,
      kind: "refused",
    });
  });

  it("tells a name that does not resolve from one that is refused", async () => {
    const failing = () => Promise.reject(new Error("ENOTFOUND"));
    for (const resolver of [failing, answering()]) {
      expect(await resolveWebhookAddresses(name, resolver, none)).toMatchObject({
        ok: false,
        kind: "unresolved",
      });
    }
  });

  it("lets names resolve into the operator's allowed networks", async () => {
    expect(await resolveWebhookAddresses(name, answering("127.0.0.1"), loopback)).toMatchObject({ ok: true });
    expect(await resolveWebhookAddresses(localName, answering("127.0.0.1"), loopback)).toMatchObject({
      ok: true,
    });
  });

  it("lets a local name lead nowhere but into the allowed networks", async () => {
    expect(await resolveWebhookAddresses(localName, answering("8.8.8.8"), loopback)).toMatchObject({
      ok: false,
    });
    expect(await resolveWebhookAddresses(localName, answering("::1", "127.0.0.1"), loopback)).toEqual({
      ok: true,
      addresses: ["127.0.0.1"],
    });
  });

  it("judges a literal without asking anyone", async () => {
    const resolver = () => Promise.reject(new Error("asked"));
    const literal = (address: string): WebhookHost => ({ kind: "address", address });
    expect(await resolveWebhookAddresses(literal("8.8.8.8"), resolver, none)).toEqual({
      ok: true,
      addresses: ["8.8.8.8"],
    });
    expect(await resolveWebhookAddresses(literal("10.0.0.1"), resolver, none)).toMatchObject({ ok: false });
  });
});
