import type { Command } from "@commander-js/extra-typings";
import { openDatabase, type AdminOutcome, type Database } from "@fleet/postgres";

import { databaseUrlOf } from "../connection.ts";
import { dataDirOption, jsonOption } from "../options.ts";
import { printResult, UsageError } from "../output.ts";

/** A command with the options that all administration shares. */
export function adminCommand(parent: Command, name: string) {
  return parent.command(name).addOption(dataDirOption()).addOption(jsonOption());
}

/** Acts on the installation's database and prints the object that was made or changed. */
export async function runAdmin(
  options: { readonly dataDir?: string | undefined; readonly json: boolean },
  act: (database: Database) => Promise<AdminOutcome>,
): Promise<void> {
  const database = openDatabase({
    url: await databaseUrlOf(options.dataDir),
    applicationName: "fleet admin",
    connectionsMax: 1,
  });
  try {
    const outcome = await act(database);
    if (!outcome.ok) throw new UsageError(outcome.reason);
    const { ok: _ok, ...made } = outcome;
    printResult(made, options.json);
  } finally {
    await database.stop();
  }
}
