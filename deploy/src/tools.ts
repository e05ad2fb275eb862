import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface ToolOutcome {
  readonly ok: boolean;
  /** Both outputs, in the order of stdout and stderr. */
  readonly text: string;
  readonly stdout: string;
}

/**
 * Runs a program of `deploy/tools.sh`. Where it is not on the PATH the test is skipped and says so, unless
 * `REQUIRE_DEPLOY_TOOLS=1` says that it must not be.
 */
export async function runTool(
  skip: (reason: string) => void,
  name: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ToolOutcome> {
  if (!isOnPath(name)) {
    const reason = `${name} is not on the PATH: see deploy/tools.sh`;
    if (process.env["REQUIRE_DEPLOY_TOOLS"] === "1") throw new Error(reason);
    skip(reason);
  }
  return run(name, args, { ...options, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout, stderr }) => ({ ok: true, stdout, text: stdout + stderr }),
    (error: Error & { stdout?: string; stderr?: string }) => ({
      ok: false,
      stdout: error.stdout ?? "",
      text: `${error.message}\n${error.stdout}${error.stderr}`,
    }),
  );
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
