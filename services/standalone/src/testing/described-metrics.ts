import { readFile } from "node:fs/promises";

import type { ServiceName } from "./service-process.ts";

const page = new URL("../../../../deploy/metrics.md", import.meta.url);
const sections: Readonly<Record<ServiceName, readonly string[]>> = {
  gateway: ["Every service", "Bus", "Gateway"],
  "state-deriver": ["Every service", "Bus", "State-deriver"],
  dispatcher: ["Every service", "Bus", "Dispatcher"],
  api: ["Every service", "API"],
};

/** `name type` of each metric that the page tells of for a service, sorted. */
export async function describedMetrics(service: ServiceName): Promise<string[]> {
  const parts = (await readFile(page, "utf8")).split(/^## /m);
  return sections[service]
    .flatMap((section) => {
      const part = parts.find((text) => text.startsWith(`${section}\n`)) ?? "";
      return [...part.matchAll(/^\| `(\w+)`\s*\| (\w+)/gm)].map(
        ([, name = "", type = ""]) => `${name} ${type}`,
      );
    })
    .sort();
}
