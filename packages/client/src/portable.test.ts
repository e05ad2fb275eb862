import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

const folder = new URL("./", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");

it("imports nothing but its own files, and depends on nothing", () => {
  for (const name of files) {
    for (const [, from] of read(name).matchAll(/^(?:import|export)\b[^;]*? from "([^"]+)"/gm))
      expect(from).toMatch(/^\.\/[\w-]+\.ts$/);
    expect(read(name)).not.toMatch(/\bimport\(|^import "|\brequire\(/m);
  }
  const manifest: unknown = JSON.parse(read("../package.json"));
  expect(manifest).not.toHaveProperty("dependencies");
  expect(manifest).not.toHaveProperty("peerDependencies");
});

it("works where there is nothing of Node", () => {
  const script = fileURLToPath(new URL("testing/run-restricted.ts", folder));
  const out = execFileSync(process.execPath, ["--experimental-vm-modules", "--no-warnings", script], {
    encoding: "utf8",
  });
  expect(JSON.parse(out)).toEqual({
    ids: [1, 2],
    asked: [
      "https://fleet.example.com/api/v1/vehicles?q=HH-AB+123&archived=false",
      "https://fleet.example.com/api/v1/vehicles?cursor=c",
      "https://fleet.example.com/api/v1/vehicles/7",
    ],
    refusal: "not-found",
    verified: { ok: false, reason: "malformed-body" },
    ofNode: "undefined undefined undefined",
  });
});
