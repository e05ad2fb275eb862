import { pino, type Logger } from "pino";

export type { Logger } from "pino";

/** JSON lines on stderr, so that stdout stays free for results. Secrets are never passed in; these paths are a net. */
export function createLogger(service: string, level: string): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeFault },
      redact: {
        paths: ["*.token", "*.secret", "*.password", "*.authorization", "token", "secret", "password"],
        censor: "[redacted]",
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * A failed statement carries what it was to store, bodies and sealed secrets among it, as its parameters and in the
 * row that Postgres quotes. The statement and the reason are enough.
 */
function describeFault(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault;
  const { params: _params, detail: _detail, ...described } = pino.stdSerializers.err(fault);
  const { message, stack } = described;
  return { ...described, message: withoutParameters(message), stack: withoutParameters(stack) };
}

/** Drizzle's messages end in a line of parameters, which the stack repeats. */
function withoutParameters(text: string): string {
  return text.replaceAll(/\nparams: [^]*?(?=\n {4}at |$)/g, "");
}
