import { spawnSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";

/** A user and group that a store runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom Postgres runs as: null for the present user. Postgres refuses to run as root, so root gives it the owner
 * of the data there is, else the user `postgres`, else `nobody`.
 */
export async function postgresAccount(clusterDirectory: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const existing = await stat(clusterDirectory).catch(() => null);
  if (existing !== null && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  return accountIn(passwd, "postgres") ?? accountIn(passwd, "nobody") ?? { uid: 65_534, gid: 65_534 };
}

/** Whether the account can enter a directory: asked of the system, which alone knows every rule. */
export function canEnter(account: Account | null, directory: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], { cwd: "/", ...account }).status === 0;
}

function accountIn(passwd: string, name: string): Account | null {
  const fields = passwd
    .split("\n")
    .map((line) => line.split(":"))
    .find(([user]) => user === name);
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return fields !== undefined && uid > 0 && gid > 0 ? { uid, gid } : null;
}
