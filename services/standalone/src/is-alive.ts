/** Whether a process of this id runs, whosever it is. */
export function isAlive(pid: number): boolean {
  return hindranceOf(pid) !== "ESRCH";
}

/** Whether a process of this id runs and may be signalled by this user. */
export function isOwnAlive(pid: number): boolean {
  return hindranceOf(pid) === null;
}

/** Why a process cannot be signalled; null where it can. */
function hindranceOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "ESRCH";
  }
}
