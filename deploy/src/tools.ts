import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { programOnPath } from "@fleet/testkit";

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
  const program = programOnPath([name], {
    skip,
    hint: "see deploy/tools.sh",
    requiredBy: "REQUIRE_DEPLOY_TOOLS",
  });
  return run(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout, stderr }) => ({ ok: true, stdout, text: stdout + stderr }),
    (error: Error & { stdout?: string; stderr?: string }) => ({
      ok: false,
      stdout: error.stdout ?? "",
      text: `${error.message}\n${error.stdout}${error.stderr}`,
    }),
  );
}
