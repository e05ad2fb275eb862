import { listVehicles } from "@fleet/postgres";
import { createRoute, z } from "@hono/zod-openapi";

import { continuePage, envelope, pageQuery, usualPages } from "../http/page.ts";
import { problem } from "../http/problem.ts";
import { bearer, invalidProblem, listResponse, tokenProblems } from "../http/responses.ts";
import { showVehicle, vehicleSchema } from "../objects/vehicle.ts";
import type { ApiApp, ApiParts } from "./api-parts.ts";

const query = z.object({
  ...pageQuery,
  q: z
    .string()
    .max(200)
    .regex(/^[^\0]*$/, "Must not contain NUL.")
    .optional()
    .openapi({
      description: "Part of a plate, VIN or name; case, spaces and hyphens do not count.",
    }),
  group_id: z
    .string()
    .regex(/^\d{1,9}$/, "Must be a whole number.")
    .transform(Number)
    .optional()
    .openapi({ type: "integer" }),
  archived: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .openapi({ type: "boolean", description: "Left out, both are listed." }),
});

const filterSchema = z.object({
  q: z.string().nullable(),
  group_id: z.number().nullable(),
  archived: z.boolean().nullable(),
});

/** GET /vehicles */
export function addListVehicles(app: ApiApp, { database, clock, openKeys, access }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: "/vehicles",
    operationId: "listVehicles",
    summary: "List vehicles, by id",
    tags: ["Vehicles"],
    security: bearer,
    middleware: [access("vehicles:read")],
    request: { query },
    responses: {
      200: listResponse("A page of vehicles.", vehicleSchema, {}),
      ...tokenProblems,
      ...invalidProblem,
    },
  });

  app.openapi(route, async (c) => {
    const { principal } = c.var.caller;
    const { q, group_id, archived, ...paging } = c.req.valid("query");
    const list = `${principal.organisationId} vehicles`;
    const { cursors } = await openKeys();
    const asked = continuePage({
      cursors,
      list,
      key: z.tuple([z.number()]),
      sizes: usualPages,
      query: paging,
      given: { q, group_id, archived },
      filters: filterSchema,
    });
    if (asked.kind === "refused")
      return problem(c, "invalid", { detail: "The cursor cannot be used here.", errors: asked.errors });
    const { page } = asked;
    const filters = asked.filters ?? { q: q ?? null, group_id: group_id ?? null, archived: archived ?? null };
    const found = await listVehicles(database.db, principal, {
      filters: {
        q: filters.q ?? undefined,
        groupId: filters.group_id ?? undefined,
        archived: filters.archived ?? undefined,
      },
      page,
      at: new Date(clock.now()),
    });
    return c.json(
      envelope({ cursors, list, filters, page, found, keyOf: ({ id }) => [id] as const, show: showVehicle }),
      200,
    );
  });
}
