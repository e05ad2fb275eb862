import { z } from "@hono/zod-openapi";

/** What tells of a trip's or stop's former selves. */
export const revisionFields = {
  revision: z.int().openapi({ description: "Grows each time that late fixes change the record." }),
  withdrawn: z.boolean().openapi({ description: "It is no more; listed only with updated_since." }),
  replaced_by: z.string().nullable().openapi({ description: "What it became part of, if withdrawn." }),
  split_from: z.string().nullable().openapi({ description: "What it was a part of before." }),
  updated_at: z.iso.datetime(),
};
