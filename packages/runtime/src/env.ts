import { z } from "zod";

/** A configuration that cannot be used; the message names every problem at once. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Reads the environment by a schema; throws EnvError listing all problems, one a line. */
export function readEnv<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => {
    const name = path.join(".");
    return `  ${name}: ${name in present ? message : "must be set"}`;
  });
  throw new EnvError(`The environment has problems:\n${problems.join("\n")}`);
}

export const portSchema = z.coerce.number().int().min(0).max(65_535);

/** A list in one variable, separated by commas. */
export const listSchema = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );

/** What every service reads. */
export const sharedEnv = {
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
};
