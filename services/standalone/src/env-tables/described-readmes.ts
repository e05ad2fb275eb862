import { readFile } from "node:fs/promises";

import { envTable } from "./env-table.ts";
import { serviceEnvs } from "./service-envs.ts";

const repository = new URL("../../../../", import.meta.url);

const begin = "<!-- Written by `npx -y pnpm@10 describe-env`. -->";
const end = "<!-- End of what is written. -->";

export interface DescribedReadme {
  /** From the repository's root. */
  readonly path: string;
  readonly url: URL;
  readonly text: string;
  /** The same with the table that the code makes. */
  readonly described: string;
}

/** The README of each service, with the table of its environment between two marks. */
export function describedReadmes(): Promise<DescribedReadme[]> {
  return Promise.all(
    Object.entries(serviceEnvs).map(async ([service, env]) => {
      const path = `services/${service}/README.md`;
      const url = new URL(path, repository);
      const text = await readFile(url, "utf8");
      const [from, to] = [text.indexOf(begin), text.indexOf(end)];
      if (from < 0 || to < from) throw new Error(`${path} has no place for the table of its environment.`);
      const described = `${text.slice(0, from)}${begin}\n\n${envTable(env)}\n\n${text.slice(to)}`;
      return { path, url, text, described };
    }),
  );
}
