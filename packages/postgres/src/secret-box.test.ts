import { randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import { secretKeySchema } from "./installation-key.ts";
import { deriveKey, seal, unseal } from "./secret-box.ts";

const key = deriveKey(Buffer.alloc(32, 7), "webhook-secrets");

describe("a sealed text", () => {
  it("opens with its key and context", () => {
    expect(unseal(key, seal(key, "whsec_ä", "organisation 1"), "organisation 1")).toBe("whsec_ä");
    expect(unseal(key, seal(key, "", "organisation 1"), "organisation 1")).toBe("");
  });

  it("does not contain the text and never looks the same twice", () => {
    const sealed = seal(key, "whsec_secret", "organisation 1");
    expect(sealed.includes("whsec")).toBe(false);
    expect(sealed.equals(seal(key, "whsec_secret", "organisation 1"))).toBe(false);
  });

  it("stays closed for another key, purpose, context or a changed byte", () => {
    const sealed = seal(key, "whsec_secret", "organisation 1");
    expect(unseal(randomBytes(32), sealed, "organisation 1")).toBeNull();
    expect(unseal(deriveKey(Buffer.alloc(32, 7), "cursors"), sealed, "organisation 1")).toBeNull();
    expect(unseal(key, sealed, "organisation 2")).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(unseal(key, changed, "organisation 1")).toBeNull();
    }
    expect(unseal(key, sealed.subarray(0, 20), "organisation 1")).toBeNull();
  });
});

describe("SECRET_KEY", () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - i));

  it("is 32 bytes in hex or base64", () => {
    for (const text of [
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
      bytes.toString("base64"),
      bytes.toString("base64url"),
    ]) {
      expect(secretKeySchema.parse(text)).toEqual(bytes);
    }
  });

  it("is refused in any other form", () => {
    for (const text of [
      "secret",
      bytes.toString("hex").slice(2),
      `${bytes.toString("base64")}AA`,
      "z".repeat(64),
    ]) {
      expect(secretKeySchema.safeParse(text).success).toBe(false);
    }
  });
});
