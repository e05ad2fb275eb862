import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { bareEnvironment } from "@fleet/testkit";
import { z } from "zod";

import type { ServiceName } from "../run.ts";

const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));

/** `fleet run NAME` as a process of its own, with that environment and the bare one of tests. */
export interface ServiceProcess {
  readonly process: ChildProcess;
  /** What it wrote to standard error so far. */
  log(): string;
  /** Resolves with the exit status, null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

export function runService(name: ServiceName, env: NodeJS.ProcessEnv): ServiceProcess {
  const child = spawn(process.execPath, [mainFile, "run", name], {
    env: { ...bareEnvironment(), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  return { process: child, log: () => log, ended: once(child, "close").then(() => child.exitCode) };
}

const readinessSchema = z.object({ ready: z.boolean(), reasons: z.record(z.string(), z.string()) });

/** What /readyz of an operations port says; throws while nobody answers there. */
export async function readiness(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(10_000) });
  return { status: response.status, ...readinessSchema.parse(await response.json()) };
}

async function readMetrics(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) });
  return response.text();
}

/** `name type` of each metric that an operations port shows, but for Node's own. */
export async function shownMetrics(port: number): Promise<string[]> {
  const shown = [...(await readMetrics(port)).matchAll(/^# TYPE (\S+ \S+)$/gm)].map(
    ([, metric = ""]) => metric,
  );
  return shown.filter((metric) => !/^(nodejs|process)_/.test(metric));
}

/** The value of each sample of an operations port, by its name with its labels as they are written. */
export async function shownSamples(port: number): Promise<Readonly<Record<string, number>>> {
  const samples = (await readMetrics(port)).matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm);
  return Object.fromEntries([...samples].map(([, name = "", value]) => [name, Number(value)]));
}
