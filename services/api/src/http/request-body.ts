import { createMiddleware } from "hono/factory";

import type { ApiEnv } from "./api-env.ts";
import { problem } from "./problem.ts";

const bodyBytesMax = 64 * 1024;

/** Refuses, in this order, a body that is too large, of another media type than JSON, or not JSON. */
export const jsonBody = [checkBody({ mayLack: false })] as const;

/** The same where there need be no body: an empty one is none, whatever its media type. */
export const optionalJsonBody = [checkBody({ mayLack: true })] as const;

function checkBody({ mayLack }: { mayLack: boolean }) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const announced = Number(c.req.header("content-length") ?? 0);
    const body = announced > bodyBytesMax ? null : await readBody(c.req.raw.body);
    if (body === null) return problem(c, "too-large", { detail: "The body must be at most 64 KiB." });
    // A body is read once: those behind get a request that has it whole.
    const headers = new Headers(c.req.raw.headers);
    const isLacking = mayLack && body === "";
    if (isLacking) headers.delete("content-type");
    c.req.raw = new Request(c.req.url, { method: c.req.method, headers, body: isLacking ? null : body });
    if (isLacking) return next();
    const mediaType = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (mediaType !== "application/json")
      return problem(c, "unsupported-media-type", { detail: "The body must be application/json." });
    if (!isJson(body)) return problem(c, "malformed", { detail: "The body is not JSON." });
    return next();
  });
}

/** Null as soon as it turns out too large, whatever was announced. */
async function readBody(stream: ReadableStream<Uint8Array> | null): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
