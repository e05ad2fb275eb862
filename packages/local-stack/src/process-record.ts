import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { identify, isRunning, processIdentitySchema, signal } from "./process-identity.ts";

const recordSchema = z.object({
  store: processIdentitySchema,
  stopSignal: z.enum(["SIGINT", "SIGTERM", "SIGKILL"]),
});

type StopSignal = z.infer<typeof recordSchema>["stopSignal"];

/** Leaves on disk which process serves a directory, for whoever finds the directory after a crash. */
export async function recordProcess(path: string, pid: number, stopSignal: StopSignal): Promise<void> {
  const store = await identify(pid);
  if (store === null) return;
  writeFileSync(`${path}.${process.pid}`, JSON.stringify({ store, stopSignal }));
  renameSync(`${path}.${process.pid}`, path);
}

/**
 * Ends the store process that a former owner of the directory left behind, and waits until it is gone:
 * politely first, by force after `politeMs`. Call it only while holding the directory's lock.
 */
export async function stopLeftover(path: string, politeMs = 20_000): Promise<void> {
  const record = readRecord(path);
  if (record !== null) {
    const { store, stopSignal } = record;
    if (await isRunning(store)) signal(store.pid, stopSignal);
    const deadline = performance.now() + politeMs;
    let forced = false;
    while (await isRunning(store)) {
      if (!forced && performance.now() > deadline) {
        forced = true;
        signal(store.pid, "SIGKILL");
      }
      await sleep(25);
    }
  }
  rmSync(path, { force: true });
}

function readRecord(path: string): z.infer<typeof recordSchema> | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}
