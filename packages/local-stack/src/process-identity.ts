import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { z } from "zod";

import { errnoOf } from "./stack-error.ts";

const run = promisify(execFile);

/** A process for longer than its number lives: process numbers are reused, soonest in containers. */
export const processIdentitySchema = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** The identity of a process that runs now, or null. `startedAt` is opaque: compare it, never read it. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  const startedAt = process.platform === "linux" ? await linuxStart(pid) : await psField(pid, "lstart");
  return startedAt === null ? null : { pid, startedAt };
}

/** Whether just this process, and not a later one with its number, runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await identify(identity.pid))?.startedAt === identity.startedAt;
}

/** The arguments with which a running process was started, or null. */
export async function commandLineOf(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return psField(pid, "command");
  return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
}

/** Sends a signal; a process that is already gone is well. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errnoOf(error) !== "ESRCH") throw error;
  }
}

/**
 * Ends a process and waits until it is gone: by `stopSignal`, and by force once `politeMs` have passed. `isRunning` says
 * whether it is still the one that was meant, since numbers are reused.
 */
export async function endProcess(
  pid: number,
  {
    isRunning,
    stopSignal,
    politeMs,
  }: { isRunning: () => Promise<boolean>; stopSignal: NodeJS.Signals; politeMs: number },
): Promise<void> {
  if (await isRunning()) signal(pid, stopSignal);
  const deadline = performance.now() + politeMs;
  let forced = false;
  while (await isRunning()) {
    if (!forced && performance.now() > deadline) {
      forced = true;
      signal(pid, "SIGKILL");
    }
    await sleep(25);
  }
}

async function linuxStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The second field, the name, may itself hold spaces and brackets; fields count from behind it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startTicks] = [fields[0], fields[19]];
  // A zombie has ended; it only waits for its parent to ask.
  return state === "Z" || state === "X" || startTicks === undefined ? null : startTicks;
}

async function psField(pid: number, field: "lstart" | "command"): Promise<string | null> {
  const found = await run("ps", ["-o", `${field}=`, "-p", String(pid)]).catch(() => null);
  const text = found?.stdout.trim() ?? "";
  return text === "" ? null : text;
}
