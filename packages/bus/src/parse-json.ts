import type { Decoded } from "./bus.ts";

/** JSON of any shape; what is none is an outcome. */
export function parseJson(bytes: Buffer): Decoded<unknown> {
  try {
    return { ok: true, value: JSON.parse(bytes.toString("utf8")) };
  } catch (error) {
    return { ok: false, reason: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
