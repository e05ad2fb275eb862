import { randomUUID } from "node:crypto";

import type { Logger } from "@fleet/runtime";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";

import type { ApiEnv } from "./api-env.ts";

const sane = /^[\w.:-]{1,128}$/;

export interface RequestObserver {
  begun(): void;
  answered(request: { method: string; route: string; status: number; durationMs: number }): void;
}

/** What the caller named a request, or a new name if that is none. */
export function nameRequest(given: string | undefined): string {
  return given !== undefined && sane.test(given) ? given : randomUUID();
}

/** Names each request, in its answer and in every log line of it, and logs it once answered. */
export function identifyRequest(parts: { logger: Logger; observe: RequestObserver }) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const requestId = nameRequest(c.req.header("x-request-id"));
    const logger = parts.logger.child({ requestId });
    c.set("requestId", requestId);
    c.set("logger", logger);
    const startedAt = performance.now();
    parts.observe.begun();
    await next();
    c.header("X-Request-Id", requestId);
    const seen = {
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      durationMs: Math.round(performance.now() - startedAt),
    };
    parts.observe.answered(seen);
    logger.info({ ...seen, path: c.req.path }, "request answered");
  });
}
