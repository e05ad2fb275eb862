import { keptFromMs } from "@fleet/domain";
import { findVehicleHistory, type Database } from "@fleet/postgres";
import type { Clock } from "@fleet/runtime";
import { createMiddleware } from "hono/factory";

import type { ApiEnv } from "../http/api-env.ts";
import { problem } from "../http/problem.ts";

/** The id in a path; null where the text can name nothing. */
export function pathId(text: string | undefined): number | null {
  const id = /^\d{1,10}$/.test(text ?? "") ? Number(text) : 0;
  return id >= 1 && id <= 0x7fff_ffff ? id : null;
}

/** Sees that the vehicle in the path is the caller's own, before anything else of the request is looked at. */
export function ownVehicle(database: Database, clock: Clock) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const id = pathId(c.req.param("id"));
    const history = id === null ? null : await findVehicleHistory(database.db, c.var.caller.principal, id);
    if (history === null) return problem(c, "not-found", { detail: "There is no such vehicle." });
    c.set("history", {
      ...history,
      positionsFromMs: keptFromMs(clock.now(), history.retentionMonths),
    });
    return next();
  });
}
