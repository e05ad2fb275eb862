import { z } from "@hono/zod-openapi";

/** A webhook's id in a path. */
export const webhookPath = z.object({
  id: z.string().openapi({ type: "integer", param: { name: "id", in: "path" }, example: "3" }),
});

export const noSuchWebhook = { detail: "There is no such webhook." };
