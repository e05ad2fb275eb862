import { findLiveState } from "@fleet/postgres";
import { createRoute } from "@hono/zod-openapi";

import { pathId } from "../access/own-vehicle.ts";
import { conditionalGet } from "../http/entity-tag.ts";
import { problem } from "../http/problem.ts";
import { bearer, notFoundProblem, objectResponse, tokenProblems } from "../http/responses.ts";
import { liveStateSchema, showLiveState } from "../objects/live-state.ts";
import type { ApiApp, ApiParts } from "./api-parts.ts";
import { vehiclePath } from "./vehicle-path.ts";

/** GET /vehicles/{id}/state */
export function addGetState(app: ApiApp, { database, clock, access }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: "/vehicles/{id}/state",
    operationId: "getState",
    summary: "Read the live state of a vehicle",
    tags: ["Live state"],
    security: bearer,
    middleware: [access("positions:read"), conditionalGet],
    request: { params: vehiclePath },
    responses: {
      200: objectResponse("The live state.", liveStateSchema),
      ...tokenProblems,
      ...notFoundProblem,
    },
  });

  app.openapi(route, async (c) => {
    const id = pathId(c.req.valid("param").id);
    const row = id === null ? null : await findLiveState(database.db, c.var.caller.principal, id);
    if (row === null) return problem(c, "not-found", { detail: "There is no such vehicle." });
    return c.json({ data: showLiveState(row, clock.now()) }, 200);
  });
}
