import { describedReadmes } from "./described-readmes.ts";

/** Prints which tables are not what the code reads, and fails. */
for (const { path, text, described } of await describedReadmes()) {
  if (text === described) continue;
  process.exitCode = 1;
  process.stderr.write(
    `The table of variables in ${path} is not what the code reads. Write it again: npx -y pnpm@10 describe-env\n`,
  );
}
