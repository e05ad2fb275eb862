import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";

import type { ApiEnv } from "./api-env.ts";
import { problem } from "./problem.ts";

const bodyBytesMax = 64 * 1024;

/** Refuses, in this order, a body that is too large, of another media type than JSON, or not JSON. */
export const jsonBody = [
  bodyLimit({
    maxSize: bodyBytesMax,
    onError: (c) => problem(c, "too-large", { detail: "The body must be at most 64 KiB." }),
  }),
  createMiddleware<ApiEnv>(async (c, next) => {
    const mediaType = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (mediaType !== "application/json")
      return problem(c, "unsupported-media-type", { detail: "The body must be application/json." });
    const parsed = await c.req.json<unknown>().then(
      () => true,
      () => false,
    );
    if (!parsed) return problem(c, "malformed", { detail: "The body is not JSON." });
    return next();
  }),
] as const;
