import { createLogger, type Logger } from "@fleet/runtime";

/** The log of a service that runs in the test's own process: silent, unless `LOG_LEVEL` asks for more. */
export function testLogger(): Logger {
  return createLogger("test", process.env["LOG_LEVEL"] ?? "silent");
}
