import { describe, expect, it } from "vitest";

import { checkWebhookUrl } from "./check-webhook-url.ts";
import { networksOf } from "@fleet/networks";

const none = networksOf();
const loopback = networksOf("127.0.0.0/8", "::1/128");

describe("a webhook's URL is accepted", () => {
  it.each([
    "https://example.com/hook",
    "https://example.com./hook",
    "https://EXAMPLE.com/hook?key=a%20b#part",
    "https://example.com:443/",
    "https://example.com:1024/",
    "https://hooks.example.co.uk:8443/a/b",
    "https://bücher.example/",
    "https://my_host.example.com/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]:8443/",
    "https://contest.example/",
    "https://hooks.contest/",
    "https://notlocalhost.com/",
    "https://example.com/a@b",
    "https://example.com?to=a@b",
    "https://example.com#a@b",
    `https://${"a.".repeat(123)}example/`,
    `https://example.com/${"a".repeat(2048 - 20)}`,
  ])("%s", (url) => {
    expect(checkWebhookUrl(url, none)).toMatchObject({ ok: true });
  });
});

describe("a webhook's URL is refused", () => {
  it.each([
    ["", "not a URL"],
    ["example.com", "not a URL"],
    ["http://example.com/", "https"],
    ["ftp://example.com/", "https"],
    ["javascript:alert(1)", "https"],
    ["https://user@example.com/", "user name"],
    ["https://user:pass@example.com/", "user name"],
    ["https://:pass@example.com/", "user name"],
    ["https://@example.com/", "user name"],
    ["https:@example.com/", "user name"],
    ["HTTPS://@example.com/", "user name"],
    ["https://example.com:80/", "port"],
    ["https://example.com:0/", "port"],
    ["https://example.com:22/", "port"],
    ["https://example.com:1023/", "port"],
    [`https://example.com/${"a".repeat(2048 - 19)}`, "longer"],
    ["https://exa\tmple.com/", "control"],
    ["https://example.com/\n", "control"],
    ["https://127.0\n.0.1/", "control"],
    [" https://example.com/", "control"],
    ["https://example.com/\u0000", "control"],
    ["https://example.com/\u007f", "control"],
    ["https:\\\\127.0.0.1\\", "backslash"],
    ["https://a..example.com/", "name a host"],
    ["https://a!b.example.com/", "name a host"],
    [`https://${"a".repeat(64)}.com/`, "name a host"],
    [`https://${"a.".repeat(123)}examples/`, "name a host"],
  ])("%j: %s", (url, reason) => {
    expect(checkWebhookUrl(url, none)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});

/** Spellings of 127.0.0.1 and other literals that the URL parser understands. */
const localLiterals = [
  "127.0.0.1",
  "2130706433",
  "0177.0.0.1",
  "017700000001",
  "0x7f.1",
  "0x7f000001",
  "0X7F.0.0.1",
  "127.1",
  "127.0.1",
  "127.0.0.1.",
  "127.1.",
  "１２７.０.０.１",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "127．0．0．1",
  "127｡0｡0｡1",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "0",
  "10.0.0.1",
  "169.254.169.254",
  "[::1]",
  "[::]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:8.8.8.8]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fd00::1]",
];

describe("a literal that is not on the public internet is refused in every spelling", () => {
  it.each(localLiterals)("%s", (host) => {
    expect(checkWebhookUrl(`https://${host}/`, none)).toMatchObject({ ok: false });
    expect(checkWebhookUrl(`https://${host}:8443/`, none)).toMatchObject({ ok: false });
  });
});

const localNames = [
  "localhost",
  "localhost.",
  "LOCALHOST",
  "ｌｏｃａｌｈｏｓｔ",
  "a.localhost",
  "a.b.localhost.",
  "intranet",
  "ip6-localhost",
  "printer.local",
  "printer.local.",
  "x.internal",
  "metadata.google.internal",
  "metadata.google.internal.",
  "nas.lan",
  "nas.home.arpa",
  "home.arpa",
  "abc.onion",
  "a.test",
  "a.invalid",
];

describe("a local name is refused, unless the operator allows private networks", () => {
  it.each(localNames)("%s", (name) => {
    expect(checkWebhookUrl(`https://${name}/`, none)).toMatchObject({ ok: false });
    expect(checkWebhookUrl(`https://${name}/`, loopback)).toMatchObject({
      ok: true,
      host: { kind: "name", local: true },
    });
  });
});

describe("the operator's allowed networks", () => {
  it("let literals inside them pass, in every spelling", () => {
    for (const host of ["127.0.0.1", "2130706433", "127.1", "[::1]"]) {
      expect(checkWebhookUrl(`https://${host}:8443/`, loopback)).toMatchObject({ ok: true });
    }
  });

  it("change nothing outside them", () => {
    for (const host of ["10.0.0.1", "[fe80::1]", "[::ffff:127.0.0.1]", "169.254.169.254"]) {
      expect(checkWebhookUrl(`https://${host}:8443/`, loopback)).toMatchObject({ ok: false });
    }
    expect(checkWebhookUrl("http://127.0.0.1:8443/", loopback)).toMatchObject({ ok: false });
    expect(checkWebhookUrl("https://127.0.0.1:80/", loopback)).toMatchObject({ ok: false });
  });

  it("never let an IPv4-mapped address pass, however wide they are", () => {
    const everything = networksOf("0.0.0.0/0", "::/0");
    expect(checkWebhookUrl("https://[::ffff:127.0.0.1]/", everything)).toMatchObject({ ok: false });
    expect(checkWebhookUrl("https://127.0.0.1/", everything)).toMatchObject({ ok: true });
  });
});
