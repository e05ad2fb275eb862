import type { Command } from "@commander-js/extra-typings";
import type { AdminOutcome, Database, Executor, Inventory } from "@fleet/postgres";

import { withDatabase } from "../connection.ts";
import { dataDirOption, jsonOption, wholeNumber } from "../options.ts";
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

/** `list --org ID` of what organisations have; `show` gives a row in other words than its columns. */
export function addListCommand<Row extends object>(
  parent: Command,
  kind: string,
  { list, show = byColumn }: ListOf<Row>,
): void {
  adminCommand(parent, "list")
    .description(`show the ${kind} of an organisation`)
    .requiredOption("--org <id>", "organisation", wholeNumber)
    .action((options) =>
      runAdminList(options, async ({ db }) => foundBy(await list(db, options.org)).map(show)),
    );
}

interface ListOf<Row> {
  readonly list: (db: Executor, organisationId: number) => Promise<Inventory<Row>>;
  readonly show?: (row: Row) => Readonly<Record<string, unknown>>;
}

/** `list` of what belongs to no organisation. */
export function addListAllCommand<Row extends object>(
  parent: Command,
  kind: string,
  list: (db: Executor) => Promise<Inventory<Row>>,
): void {
  adminCommand(parent, "list")
    .description(`show all ${kind}`)
    .action((options) => runAdminList(options, async ({ db }) => foundBy(await list(db)).map(byColumn)));
}

function foundBy<Row>(inventory: Inventory<Row>): readonly Row[] {
  if (!inventory.ok) throw new UsageError(inventory.reason);
  return inventory.found;
}

/** A row in the spelling of the API's objects. */
function byColumn(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      value instanceof Date ? value.toISOString() : value,
    ]),
  );
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
