import { openDatabase, type AdminOutcome, type Database } from "@fleet/postgres";
import type { Command } from "commander";

import { databaseUrlOf } from "../connection.ts";
import { dataDirOption, jsonOption } from "../options.ts";
import { printResult, UsageError } from "../output.ts";

interface CommonOptions {
  readonly dataDir?: string;
  readonly json: boolean;
}

/**
 * Makes a command act on the installation's database and print the object that it made or changed. Commander has
 * parsed the options into the shape that the command's own definition gives them.
 */
export function adminAction<Options extends object>(
  command: Command,
  act: (database: Database, options: Options, id: number) => Promise<AdminOutcome>,
): void {
  command.addOption(dataDirOption()).addOption(jsonOption());
  command.action(async (...args: unknown[]) => {
    const id = typeof args[0] === "number" ? args[0] : 0;
    const options = command.opts<Options & CommonOptions>();
    const database = openDatabase({
      url: await databaseUrlOf(options.dataDir),
      applicationName: "fleet admin",
      connectionsMax: 1,
    });
    try {
      const outcome = await act(database, options, id);
      if (!outcome.ok) throw new UsageError(outcome.reason);
      const { ok: _ok, ...made } = outcome;
      printResult(made, options.json);
    } finally {
      await database.stop();
    }
  });
}
