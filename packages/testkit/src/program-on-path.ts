import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The first of some programs that is on the PATH. Where none is, the test is skipped with the reason, unless the
 * environment sets the variable `requiredBy` to 1: then it fails.
 */
export function programOnPath(
  names: readonly string[],
  { skip, hint, requiredBy }: { skip: (reason: string) => void; hint: string; requiredBy: string },
): string {
  const found = names.find(isOnPath);
  if (found !== undefined) return found;
  const reason = `${names.join(" or ")} is not on the PATH: ${hint}`;
  if (process.env[requiredBy] !== "1") skip(reason);
  throw new Error(reason);
}

function isOnPath(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
