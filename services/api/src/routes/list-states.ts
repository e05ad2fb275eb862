import { listLiveStates, type LiveStateRow } from "@fleet/postgres";
import { createRoute, z } from "@hono/zod-openapi";

import { answerHeaders, ifNoneMatch } from "../http/documented-headers.ts";
import { conditionalGet } from "../http/entity-tag.ts";
import { continuePage, envelope, pageQuery, usualPages } from "../http/page.ts";
import { problem } from "../http/problem.ts";
import { bearer, invalidProblem, listResponse, notModified, tokenProblems } from "../http/responses.ts";
import { liveStateExample, liveStateSchema, showLiveState } from "../objects/live-state.ts";
import type { ApiApp, ApiParts } from "./api-parts.ts";

const batchRows = 1000;

/** GET /states */
export function addListStates(app: ApiApp, { database, clock, openKeys, access }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: "/states",
    operationId: "listStates",
    summary: "Read the live state of every vehicle, by vehicle id",
    description: "Without `limit` every vehicle is in one page. Poll it where no webhook can be received.",
    tags: ["Live state"],
    security: bearer("positions:read"),
    middleware: [access("positions:read"), conditionalGet],
    parameters: [ifNoneMatch],
    request: { query: z.object(pageQuery) },
    responses: {
      200: {
        ...listResponse("LiveStatePage", "Live states, by vehicle id.", {
          item: liveStateSchema,
          example: liveStateExample,
          limit: 1,
        }),
        headers: answerHeaders("ETag"),
      },
      ...notModified,
      ...tokenProblems,
      ...invalidProblem,
    },
  });

  app.openapi(route, async (c) => {
    const { principal } = c.var.caller;
    const query = c.req.valid("query");
    const nowMs = clock.now();
    if (query.limit === undefined && query.cursor === undefined) {
      const data: ReturnType<typeof showLiveState>[] = [];
      for await (const rows of everyState()) for (const row of rows) data.push(showLiveState(row, nowMs));
      return c.json({ data, next_cursor: null, prev_cursor: null, has_more: false, limit: data.length }, 200);
    }

    const list = `${principal.organisationId} states`;
    const key = z.tuple([z.number()]);
    const { cursors } = await openKeys();
    const asked = continuePage({
      cursors,
      list,
      key,
      sizes: usualPages,
      query,
      given: {},
      filters: z.object({}),
    });
    if (asked.kind === "refused")
      return problem(c, "invalid", { detail: "The cursor cannot be used here.", errors: asked.errors });
    const { page } = asked;
    const found = await listLiveStates(database.db, principal, page);
    const show = (row: LiveStateRow) => showLiveState(row, nowMs);
    return c.json(
      envelope({
        cursors,
        list,
        filters: {},
        page,
        found,
        keyOf: ({ vehicle_id }) => [vehicle_id] as const,
        show,
      }),
      200,
    );

    async function* everyState() {
      let edge: { op: "after"; key: readonly [number] } | null = null;
      for (;;) {
        const { rows, more }: Awaited<ReturnType<typeof listLiveStates>> = await listLiveStates(
          database.db,
          principal,
          { limit: batchRows, edge },
        );
        yield rows;
        const last = rows.at(-1);
        if (!more || last === undefined) return;
        edge = { op: "after", key: [last.vehicle_id] };
      }
    }
  });
}
