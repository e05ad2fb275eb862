import { z } from "@hono/zod-openapi";

/** A webhook's id in a path. */
export const webhookPath = z.object({
  id: z.string().openapi({
    type: "integer",
    minimum: 1,
    maximum: 0x7fff_ffff,
    param: { name: "id", in: "path", description: "The webhook's id.", example: 3 },
  }),
});

export const noSuchWebhook = { detail: "There is no such webhook." };
