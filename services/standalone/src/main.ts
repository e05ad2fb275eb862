import { Command } from "@commander-js/extra-typings";

import { addAdminCommands } from "./admin/commands.ts";
import { addDecodeCommand } from "./decode.ts";
import { addMigrateCommand } from "./migrate.ts";
import { UsageError } from "./output.ts";
import { addRunCommand } from "./run.ts";
import { addStackCommand } from "./stack.ts";
import { addTrackerCommands } from "./trackers.ts";
import { addUpCommand } from "./up.ts";

const program = new Command("fleet")
  .description("Fleet tracking: trackers in, live state, trips and webhooks out.")
  .showHelpAfterError("(add --help to see what there is)")
  .configureOutput({ outputError: (text, write) => write(text) });

addUpCommand(program);
addStackCommand(program);
addMigrateCommand(program);
addRunCommand(program);
addAdminCommands(program);
addTrackerCommands(program);
addDecodeCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
