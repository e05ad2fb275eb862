import { abilities, roles } from "@fleet/domain";
import { describeCaller } from "@fleet/postgres";
import { createRoute, z } from "@hono/zod-openapi";

import { conditionalGet } from "../http/entity-tag.ts";
import { problem } from "../http/problem.ts";
import { bearer, objectResponse, tokenProblems } from "../http/responses.ts";
import { showInstant } from "../http/time-range.ts";
import type { ApiApp, ApiParts } from "./api-parts.ts";

const me = z
  .object({
    token: z.object({
      id: z.int(),
      name: z.string(),
      abilities: z.array(z.enum(abilities)),
      allowed_ips: z.array(z.string()).openapi({ description: "CIDRs; empty allows any address." }),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime().nullable(),
      last_used_at: z.iso.datetime().nullable(),
    }),
    owner: z.object({ id: z.int(), name: z.string(), email: z.string(), role: z.enum(roles) }),
    organisation: z.object({
      id: z.int(),
      name: z.string(),
      status: z.enum(["active", "suspended"]),
      timezone: z.string(),
    }),
  })
  .openapi("Me");

/** GET /me */
export function addGetMe(app: ApiApp, { database, access }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: "/me",
    operationId: "getMe",
    summary: "Read the token, its owner and the organisation",
    tags: ["Account"],
    security: bearer,
    middleware: [access(null), conditionalGet],
    responses: { 200: objectResponse("Who is asking.", me), ...tokenProblems },
  });

  app.openapi(route, async (c) => {
    const found = await describeCaller(database.db, c.var.caller.principal);
    if (found === null) return problem(c, "unauthenticated", { detail: "The token is no more." });
    const { token, owner, organisation } = found;
    return c.json(
      {
        data: {
          token: {
            id: token.id,
            name: token.name,
            abilities: token.abilities,
            allowed_ips: token.allowedIps,
            created_at: showInstant(token.createdAt.getTime()),
            expires_at: showInstant(token.expiresAt?.getTime() ?? null),
            last_used_at: showInstant(token.lastUsedAt?.getTime() ?? null),
          },
          owner,
          organisation,
        },
      },
      200,
    );
  });
}
