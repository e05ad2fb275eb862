import { findInstance } from "./instance.ts";
import { UsageError } from "./output.ts";

/**
 * The database that a command acts on: that of the data directory if one is named, else DATABASE_URL, else that of
 * the installation started last.
 */
export async function databaseUrlOf(dataDir: string | undefined): Promise<string> {
  const fromEnv = process.env["DATABASE_URL"];
  if (dataDir === undefined && fromEnv !== undefined && fromEnv !== "") return fromEnv;
  const instance = await findInstance(dataDir);
  if (instance !== undefined) return instance.database_url;
  throw new UsageError(
    dataDir === undefined
      ? "No installation is running. Start one with `fleet up`, or set DATABASE_URL."
      : `No installation is running on ${dataDir}. Start it with \`fleet up --data-dir ${dataDir}\`.`,
  );
}
