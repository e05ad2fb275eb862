import type { Command } from "@commander-js/extra-typings";
import { openDatabase, type AdminOutcome, type Database } from "@fleet/postgres";

import { databaseUrlOf } from "../connection.ts";
import { dataDirOption, jsonOption } from "../options.ts";
import { printResult, UsageError } from "../output.ts";

/** A command with the options that all administration shares. */
export function adminCommand(parent: Command, name: string) {
  return parent.command(name).addOption(dataDirOption()).addOption(jsonOption());
}

interface AdminOptions {
  readonly dataDir?: string | undefined;
  readonly json: boolean;
}

/** Acts on the installation's database and prints the object that was made or changed. */
export async function runAdmin(
  options: AdminOptions,
  act: (database: Database) => Promise<AdminOutcome>,
): Promise<void> {
  const { ok: _ok, ...made } = await actOn(options, act);
  printResult(made, options.json);
}

/** Acts on the installation's database; a refusal ends the command. */
export async function actOn<T extends object>(
  options: Pick<AdminOptions, "dataDir">,
  act: (database: Database) => Promise<AdminOutcome<T>>,
) {
  const database = openDatabase({
    url: await databaseUrlOf(options.dataDir),
    applicationName: "fleet admin",
    connectionsMax: 1,
  });
  try {
    const outcome = await act(database);
    if (!outcome.ok) throw new UsageError(outcome.reason);
    return outcome;
  } finally {
    await database.stop();
  }
}
