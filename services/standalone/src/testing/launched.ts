import { launcherEnd } from "../launcher.ts";

/** Runs until its launcher ends: what `launcher.integration.test.ts` starts behind a shell. */
const ended = launcherEnd();
setTimeout(() => process.exit(1), 20_000);
process.stdout.write(`${process.pid}\n`);
await ended;
process.exit(0);
