import { writeFile } from "node:fs/promises";

import { describedReadmes } from "./described-readmes.ts";

for (const { path, url, described } of await describedReadmes()) {
  await writeFile(url, described);
  process.stdout.write(`${path} written\n`);
}
