import { deviceModels } from "@fleet/protocols";
import { isBackward, type PageEdge } from "@fleet/domain";
import { createRoute, z } from "@hono/zod-openapi";

import { createCursors } from "../http/cursor.ts";
import { continuePage, envelope, pageQuery, usualPages } from "../http/page.ts";
import { problem } from "../http/problem.ts";
import { anyProblems, invalidProblem, listResponse } from "../http/responses.ts";
import type { ApiApp } from "./api-parts.ts";

const modelSchema = z
  .object({
    slug: z.string(),
    manufacturer: z.string(),
    model: z.string(),
    protocol: z.string(),
    transports: z.array(z.enum(["tcp", "udp", "http"])),
    port: z.int(),
    capabilities: z.object({
      ignition: z.boolean(),
      odometer: z.boolean(),
      engine_hours: z.boolean(),
      can_bus: z.boolean(),
      commands: z.boolean(),
      battery: z.boolean(),
      sos: z.boolean(),
    }),
  })
  .openapi("DeviceModel");

type Model = (typeof deviceModels)[number];
type SlugKey = readonly [slug: string];

const models = deviceModels.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
const list = "catalog";
// The list is public and the same for all: its cursors need no secret.
const cursors = createCursors(Buffer.from(list));
const key = z.tuple([z.string()]);

/** GET /devices/catalog: public, and made of the code alone, so that it answers whatever store is away. */
export function addListDeviceModels(app: ApiApp): void {
  const route = createRoute({
    method: "get",
    path: "/devices/catalog",
    operationId: "listDeviceModels",
    summary: "List the supported device models",
    tags: ["Devices"],
    security: [],
    request: { query: z.object(pageQuery) },
    responses: {
      200: listResponse("A page of device models, by slug.", modelSchema, {}),
      ...anyProblems,
      ...invalidProblem,
    },
  });

  app.openapi(route, (c) => {
    const query = c.req.valid("query");
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
    const beside = models.filter(({ slug }) => isBeside(page.edge, slug));
    const { limit } = page;
    const rows = isBackward(page) ? beside.slice(-limit) : beside.slice(0, limit);
    const found = { rows, more: beside.length > limit };
    const keyOf = ({ slug }: Model): SlugKey => [slug];
    return c.json(envelope({ cursors, list, filters: {}, page, found, keyOf, show }), 200);
  });
}

function isBeside(edge: PageEdge<SlugKey> | null, slug: string): boolean {
  if (edge === null) return true;
  const [end] = edge.key;
  return { after: slug > end, from: slug >= end, before: slug < end, upTo: slug <= end }[edge.op];
}

function show({ transports, ...model }: Model) {
  return { ...model, transports: [...transports] };
}
