import { z } from "@hono/zod-openapi";

import { problemSchema } from "./problem.ts";

const problemResponse = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: problemSchema } },
});

/** What any operation may answer. */
export const anyProblems = {
  429: problemResponse("The rate limit is reached: wait the seconds in Retry-After."),
  500: problemResponse("An unexpected fault; nothing of it is shown."),
};

/** What any operation with a token may answer. */
export const tokenProblems = {
  ...anyProblems,
  401: problemResponse("The token is missing, wrong, expired or revoked, or its owner lost the permission."),
  403: problemResponse("The token lacks the ability, or the IP address is not allowed."),
  503: problemResponse(
    "Tracking data is unavailable for the moment: retry after the seconds in Retry-After.",
  ),
};

export const notFoundProblem = {
  404: problemResponse("There is no such resource, or it belongs to another organisation."),
};

export const invalidProblem = { 422: problemResponse("Fields are invalid, or the range is too long.") };

/** What an operation that changes something may answer besides. */
export const changeProblems = {
  423: problemResponse("The organisation is suspended: only reading works."),
};

/** What an operation with a JSON body may answer besides. */
export const bodyProblems = {
  400: problemResponse("The body is not JSON."),
  413: problemResponse("The body is over 64 KiB."),
  415: problemResponse("The body is not application/json."),
};

/** What a request may say so that it happens once, however often it is sent. */
export const idempotencyHeader = z.object({
  "idempotency-key": z.string().optional().openapi({
    description: "1 to 255 characters; for 24 hours the same key and body get the first answer again.",
  }),
});

/** What an operation that takes an Idempotency-Key may answer besides. */
export const idempotencyProblems = {
  409: problemResponse("Another request with this Idempotency-Key is still running."),
};

export const preconditionProblem = {
  412: problemResponse("The resource is no longer the one that If-Match names."),
};

export function jsonResponse<S extends z.ZodType>(description: string, schema: S) {
  return { description, content: { "application/json": { schema } } };
}

/** A single object under `data`. */
export function objectResponse<S extends z.ZodType>(description: string, schema: S) {
  return jsonResponse(description, z.object({ data: schema }));
}

/** A page of a list in its envelope, with `more` members beside it. */
export function listResponse<S extends z.ZodType, M extends z.ZodRawShape>(
  description: string,
  item: S,
  more: M,
) {
  const envelope = {
    data: z.array(item),
    next_cursor: z.string().nullable().openapi({ description: "Pass as ?cursor; null on the last page." }),
    prev_cursor: z.string().nullable().openapi({ description: "Null on the first page." }),
    has_more: z.boolean(),
    limit: z.int().openapi({ description: "The page size applied." }),
  };
  return jsonResponse(description, z.object({ ...envelope, ...more }));
}

/** Security of every operation but the public ones. */
export const bearer = [{ bearer: [] }];
