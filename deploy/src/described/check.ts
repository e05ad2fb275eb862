import { describedFiles } from "./described-files.ts";

/** Prints which files do not say what the code reads, and fails. */
for (const { path, text, described } of describedFiles()) {
  if (text === described) continue;
  process.exitCode = 1;
  process.stderr.write(
    `${path} does not say what variables the code reads. Write it again: npx -y pnpm@10 describe-env\n`,
  );
}
