import { findVehicleHistory, type Database } from "@fleet/postgres";
import { createMiddleware } from "hono/factory";

import type { ApiEnv } from "../http/api-env.ts";
import { details } from "../http/details.ts";
import { pathId } from "../http/id-parameter.ts";
import { problem } from "../http/problem.ts";

export const noSuchVehicle = { detail: details.noSuchVehicle };

/** Sees that the vehicle in the path is the caller's own, before anything else of the request is looked at. */
export function ownVehicle(database: Database) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const id = pathId(c.req.param("id"));
    const history = id === null ? null : await findVehicleHistory(database.db, c.var.caller.principal, id);
    if (history === null) return problem(c, "not-found", noSuchVehicle);
    c.set("history", history);
    return next();
  });
}
