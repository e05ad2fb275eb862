import { Command, Help } from "@commander-js/extra-typings";
import { StackError } from "@fleet/local-stack";
import { EnvError, PortTakenError } from "@fleet/runtime";

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
  .configureOutput({ outputError: (text, write) => write(text) })
  .configureHelp({
    optionDescription: (option) =>
      `${new Help().optionDescription(option)}${option.mandatory ? " (required)" : ""}`.trim(),
  });

addUpCommand(program);
addStackCommand(program);
addMigrateCommand(program);
addRunCommand(program);
addAdminCommands(program);
addTrackerCommands(program);
addDecodeCommand(program);

// Whoever reads the results may stop before their end, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

try {
  await program.parseAsync();
} catch (error) {
  // These tell whoever typed the command what to do; anything else is a fault, and shows its stack.
  const told = [UsageError, StackError, EnvError, PortTakenError].some((kind) => error instanceof kind);
  if (!told || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
