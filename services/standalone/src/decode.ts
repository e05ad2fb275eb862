import { createInterface } from "node:readline";

import { createLineDecoder, findProtocol, protocols } from "@fleet/protocols";
import { Option, type Command } from "@commander-js/extra-typings";

import { UsageError } from "./output.ts";

/** `fleet decode`: frames from standard input, one a line, as JSON on standard output. */
export function addDecodeCommand(program: Command): void {
  const names = protocols.map(({ name }) => name);
  program
    .command("decode")
    .description(
      "decode frames from standard input, one a line: bare hex, or JSON with payload and transport",
    )
    .addOption(new Option("--protocol <name>", "which tracker's").choices(names).makeOptionMandatory())
    .addOption(new Option("--json", "as always here: JSON, one document a line"))
    .action(async (options) => {
      const protocol = findProtocol(options.protocol);
      if (protocol === undefined) throw new UsageError(`There is no protocol "${options.protocol}".`);
      const decode = createLineDecoder(protocol);
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() !== "") process.stdout.write(`${JSON.stringify(decode(line, Date.now()))}\n`);
      }
    });
}
