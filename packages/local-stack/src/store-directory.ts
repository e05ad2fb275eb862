import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { makeDirectory } from "./data-directory.ts";
import { identify, isRunning, processIdentitySchema, type ProcessIdentity } from "./process-identity.ts";
import { stopLeftover } from "./process-record.ts";
import { StackError, errnoOf } from "./stack-error.ts";

/** A store's directory, held by this process alone. */
export interface StoreDirectory {
  readonly path: string;
  /** Where the store's process is recorded for whoever comes after a crash. */
  readonly recordPath: string;
  /** Gives the directory up; the store must have ended. */
  readonly release: () => Promise<void>;
}

/**
 * Takes a store's directory for this process, creating it if need be, and ends the store that a killed owner left
 * running there, which also frees its port. Throws StackError `directory-in-use` or `directory-unreachable`.
 * The stores lock their files themselves as well; this lock is there to name the owner before anything is touched.
 */
export async function openStoreDirectory(dataDir: string): Promise<StoreDirectory> {
  const path = resolve(dataDir);
  const release = await lockDirectory(path);
  const recordPath = join(path, "process.json");
  await stopLeftover(recordPath);
  return { path, recordPath, release };
}

async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const lock = join(directory, "owner.json");
  const draft = `${lock}.${process.pid}.${randomUUID()}`;
  const self = await identify(process.pid);
  try {
    await makeDirectory(directory);
    await writeFile(draft, JSON.stringify(self));
  } catch (error) {
    throw new StackError(
      "directory-unreachable",
      `${directory} cannot be written by this user: ${String(error)}`,
      {
        cause: error,
      },
    );
  }
  try {
    await claim(directory, lock, draft);
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(lock, { force: true });
}

async function claim(directory: string, lock: string, draft: string): Promise<void> {
  for (;;) {
    try {
      // Linking, unlike writing, shows the lock to others only when it is complete.
      return await link(draft, lock);
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
    }
    const owner = await readIdentity(lock);
    if (owner !== null && (await isRunning(owner))) {
      throw new StackError(
        "directory-in-use",
        `${directory} is in use by the running process ${owner.pid}. Stop that one first, or choose another data directory.`,
      );
    }
    await removeStale(lock, owner, `${draft}.stale`);
  }
}

/** Takes away the lock of an owner that is gone; that of another, who was faster to do so, goes back. */
async function removeStale(lock: string, gone: ProcessIdentity | null, aside: string): Promise<void> {
  await rename(lock, aside).catch(() => undefined);
  const removed = await readIdentity(aside);
  const isStale = removed?.pid === gone?.pid && removed?.startedAt === gone?.startedAt;
  if (!isStale) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

async function readIdentity(path: string): Promise<ProcessIdentity | null> {
  const text = await readFile(path, "utf8").catch(() => "null");
  try {
    return processIdentitySchema.nullable().parse(JSON.parse(text));
  } catch {
    return null;
  }
}
