import { createHash } from "node:crypto";

import { createMiddleware } from "hono/factory";

import type { ApiEnv } from "./api-env.ts";

/** A strong entity tag of an answered body. */
export function entityTag(body: string): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** Whether a list of entity tags, as If-Match carries it, names this one; weak tags never do (RFC 9110, 13.1.1). */
export function matchesStrongly(header: string, tag: string): boolean {
  return header.trim() === "*" || header.split(",").some((named) => named.trim() === tag);
}

function matchesWeakly(header: string, tag: string): boolean {
  return header.trim() === "*" || header.split(",").some((named) => named.trim().replace(/^W\//, "") === tag);
}

/** Gives a successful answer its ETag, and 304 in its place to a reader who has it already (If-None-Match). */
export const conditionalGet = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (c.res.status !== 200) return;
  const body = await c.res.text();
  const tag = entityTag(body);
  const wanted = c.req.header("if-none-match");
  const headers = new Headers(c.res.headers);
  headers.set("ETag", tag);
  const reads = c.req.method === "GET" || c.req.method === "HEAD";
  if (reads && wanted !== undefined && matchesWeakly(wanted, tag)) {
    headers.delete("Content-Type");
    c.res = new Response(null, { status: 304, headers });
  } else c.res = new Response(body, { status: 200, headers });
});
