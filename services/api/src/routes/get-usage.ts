import { findUsage } from "@fleet/postgres";
import { createRoute, z } from "@hono/zod-openapi";

import type { RateLimiter } from "../access/rate-limiter.ts";
import { windowMs } from "../access/rate-standing.ts";
import type { RequestLedger } from "../access/request-ledger.ts";
import { conditionalGet } from "../http/entity-tag.ts";
import { bearer, objectResponse, tokenProblems } from "../http/responses.ts";
import { showInstant } from "../http/time-range.ts";
import type { ApiApp, ApiParts } from "./api-parts.ts";

const usageSchema = z
  .object({
    rate_limit: z.object({
      limit: z.int(),
      remaining: z.int(),
      window_s: z.int(),
      reset_at: z.iso.datetime(),
    }),
    requests: z.object({ today: z.int(), last_30_days: z.int() }),
    vehicles: z.object({ total: z.int(), active: z.int(), archived: z.int() }),
    webhooks: z.object({ total: z.int(), enabled: z.int(), disabled: z.int(), limit: z.int() }),
  })
  .openapi("Usage");

/** GET /usage */
export function addGetUsage(
  app: ApiApp,
  { database, clock, access, ledger, limiter }: ApiParts & { ledger: RequestLedger; limiter: RateLimiter },
): void {
  const route = createRoute({
    method: "get",
    path: "/usage",
    operationId: "getUsage",
    summary: "Read what the organisation has used",
    tags: ["Account"],
    security: bearer,
    middleware: [access(null), conditionalGet],
    responses: { 200: objectResponse("Counters.", usageSchema), ...tokenProblems },
  });

  app.openapi(route, async (c) => {
    const { caller } = c.var;
    await ledger.flush();
    const [usage, rate] = await Promise.all([
      findUsage(database.db, caller.principal, new Date(clock.now())),
      limiter.read(caller),
    ]);
    c.set("rate", rate);
    return c.json(
      {
        data: {
          rate_limit: {
            limit: rate.limit,
            remaining: rate.remaining,
            window_s: windowMs / 1000,
            reset_at: showInstant(rate.resetAtMs),
          },
          requests: { today: usage.requestsToday, last_30_days: usage.requestsLast30Days },
          vehicles: {
            total: usage.vehicles,
            active: usage.vehicles - usage.archivedVehicles,
            archived: usage.archivedVehicles,
          },
          webhooks: usage.webhooks,
        },
      },
      200,
    );
  });
}
