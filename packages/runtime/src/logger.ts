import { pino, type Logger } from "pino";

export type { Logger } from "pino";

/** JSON lines on stderr, so that stdout stays free for results. Secrets are never passed in; these paths are a net. */
export function createLogger(service: string, level: string): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ["*.token", "*.secret", "*.password", "*.authorization", "token", "secret", "password"],
        censor: "[redacted]",
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
