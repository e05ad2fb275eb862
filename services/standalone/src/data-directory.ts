import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { defaultDataDirectory } from "@fleet/local-stack";

const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** The directory given, or the default one of this checkout, as an absolute path. */
export async function dataDirectory(given: string | undefined): Promise<string> {
  return given === undefined ? defaultDataDirectory(repositoryRoot) : resolve(given);
}
