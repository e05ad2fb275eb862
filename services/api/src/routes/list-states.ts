import type { PageRequest, PageRows, Principal } from "@fleet/domain";
import { listLiveStates, type Database, type IdKey, type LiveStateRow } from "@fleet/postgres";
import { createRoute, z } from "@hono/zod-openapi";

import { answerHeaders, ifNoneMatch } from "../http/documented-headers.ts";
import { conditionalGet } from "../http/entity-tag.ts";
import { continuePage, envelope, idKey, pageQuery, refuseCursor, unfiltered } from "../http/page.ts";
import { bearer, invalidProblem, listResponse, notModified, tokenProblems } from "../http/responses.ts";
import { liveStateExample, liveStateSchema, showLiveState } from "../objects/live-state.ts";
import type { ApiApp, ApiParts } from "./api-parts.ts";

type LiveState = ReturnType<typeof showLiveState>;

const batchRows = 1000;
const keyOf = ({ vehicle_id }: LiveStateRow): IdKey => [vehicle_id];

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
      const data = await showAll(database, principal, nowMs);
      return c.json({ data, next_cursor: null, prev_cursor: null, has_more: false, limit: data.length }, 200);
    }

    const list = `${principal.organisationId} states`;
    const { cursors } = await openKeys();
    const asked = continuePage({ cursors, list, key: idKey, query, ...unfiltered });
    if (asked.kind === "refused") return refuseCursor(c, asked);
    const { page } = asked;
    const found = await listLiveStates(database.db, principal, page);
    const show = (row: LiveStateRow) => showLiveState(row, nowMs);
    return c.json(envelope({ cursors, list, filters: {}, page, found, keyOf, show }), 200);
  });
}

/** The live states of all vehicles, read in batches. */
async function showAll({ db }: Database, principal: Principal, nowMs: number): Promise<LiveState[]> {
  const shown: LiveState[] = [];
  for (let edge: PageRequest<IdKey>["edge"] = null; ;) {
    const { rows, more }: PageRows<LiveStateRow> = await listLiveStates(db, principal, {
      limit: batchRows,
      edge,
    });
    shown.push(...rows.map((row) => showLiveState(row, nowMs)));
    const last = rows.at(-1);
    if (!more || last === undefined) return shown;
    edge = { op: "after", key: keyOf(last) };
  }
}
