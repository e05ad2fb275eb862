import { createInterface } from "node:readline";

import { createLineDecoder } from "@fleet/protocols";
import { Option, type Command } from "@commander-js/extra-typings";

import { knownProtocol, protocolOption } from "./options.ts";

/** `fleet decode`: frames from standard input, one a line, as JSON on standard output. */
export function addDecodeCommand(program: Command): void {
  program
    .command("decode")
    .description(
      "decode frames from standard input, one a line: bare hex, or JSON with payload and transport",
    )
    .addOption(protocolOption("which tracker's").makeOptionMandatory())
    .addOption(new Option("--json", "as always here: JSON, one document a line"))
    .action(async (options) => {
      const decode = createLineDecoder(knownProtocol(options.protocol));
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() !== "") process.stdout.write(`${JSON.stringify(decode(line, Date.now()))}\n`);
      }
    });
}
