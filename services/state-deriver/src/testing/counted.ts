import type { Registry } from "@fleet/runtime";

/** What a counter with one label stands at, by that label's values. */
export async function counted(metrics: Registry, name: string): Promise<Record<string, number>> {
  const lines = (await metrics.metrics()).matchAll(new RegExp(`^${name}\\{\\w+="(\\w+)"\\} (\\d+)$`, "gm"));
  return Object.fromEntries([...lines].map(([, value = "", count]) => [value, Number(count)]));
}

/** How many fixes a deriver counted, by what became of them, but for none. */
export async function fixOutcomes(metrics: Registry): Promise<Record<string, number>> {
  const counts = Object.entries(await counted(metrics, "deriver_fixes_total"));
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
