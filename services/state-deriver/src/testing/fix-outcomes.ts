import type { Registry } from "@fleet/runtime";

/** How many fixes a deriver counted, by what became of them, but for none. */
export async function fixOutcomes(metrics: Registry): Promise<Record<string, number>> {
  const lines = (await metrics.metrics()).matchAll(/^deriver_fixes_total\{outcome="(\w+)"\} (\d+)$/gm);
  const counts = [...lines].map(([, outcome = "", count]) => [outcome, Number(count)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
