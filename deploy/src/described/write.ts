import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { repository } from "../files.ts";
import { describedFiles } from "./described-files.ts";

for (const { path, described } of describedFiles()) {
  await writeFile(join(repository, path), described);
  process.stdout.write(`${path} written\n`);
}
