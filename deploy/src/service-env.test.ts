import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { repository, textOf } from "./files.ts";
import { serviceEnv } from "./service-env.ts";

/** Read by OpenTelemetry's exporter itself. */
const ofExporter = /^OTEL_(EXPORTER_OTLP|RESOURCE)_/;

/** The code of the services and of what they share. */
function sources(): string[] {
  const folders = ["services", "packages"].flatMap((parent) =>
    readdirSync(join(repository, parent)).map((name) => `${parent}/${name}/src`),
  );
  return folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|(^|\/)testing\//.test(path))
      .map((path) => textOf(`${folder}/${path}`)),
  );
}

test("every variable that a service knows is read: one that is only described would be set in vain", () => {
  // As in `env.NAME`, or taken out of it as in `const { NAME: name } = env`.
  const reads = sources().flatMap(
    (text) => text.match(/(?<=\.)[A-Z][A-Z\d_]+\b|\b[A-Z][A-Z\d_]+(?=: \w+(,| \}))/g) ?? [],
  );
  const read = new Set<string>(reads);
  const names = Object.values(serviceEnv).flatMap((schema) => Object.keys(schema.shape));
  expect([...new Set(names)].filter((name) => !read.has(name) && !ofExporter.test(name))).toEqual([]);
});
