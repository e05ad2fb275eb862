import type { Command } from "@commander-js/extra-typings";
import type { AdminOutcome, Database } from "@fleet/postgres";

import { withDatabase } from "../connection.ts";
import { dataDirOption, jsonOption } from "../options.ts";
import { printResult, UsageError } from "../output.ts";

/** A command with the options that all administration shares. */
export function adminCommand(parent: Command, name: string) {
  return parent.command(name).addOption(dataDirOption()).addOption(jsonOption());
}

export interface AdminOptions {
  readonly dataDir?: string | undefined;
  readonly json: boolean;
}

/** Acts on the installation's database and prints the object that was made or changed. A statement has 30 s unless given. */
export async function runAdmin(
  options: AdminOptions,
  act: (database: Database) => Promise<AdminOutcome>,
  statementTimeoutMs?: number,
): Promise<void> {
  const outcome = await withDatabase({ ...adminDatabase(options), statementTimeoutMs }, act);
  if (!outcome.ok) throw new UsageError(outcome.reason);
  const { ok: _ok, ...made } = outcome;
  printResult(made, options.json);
}

/** Prints what a query of the installation's database finds, an object each. */
export async function runAdminList(
  options: AdminOptions,
  query: (database: Database) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<void> {
  const found = await withDatabase(adminDatabase(options), query);
  for (const [index, object] of found.entries()) {
    if (index > 0 && !options.json) process.stdout.write("\n");
    printResult(object, options.json);
  }
  if (found.length === 0) process.stderr.write("There are none.\n");
}

const adminDatabase = ({ dataDir }: AdminOptions) => ({
  dataDir,
  applicationName: "fleet admin",
  connectionsMax: 1,
});
