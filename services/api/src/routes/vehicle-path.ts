import type { VehicleHistory } from "@fleet/postgres";
import { z } from "@hono/zod-openapi";

import { showInstant } from "../http/time-range.ts";

/** The vehicle's id in a path. That it names one of the caller's was seen to before. */
export const vehiclePath = z.object({
  id: z.string().openapi({ type: "integer", param: { name: "id", in: "path" }, example: "7" }),
});

export const dataFrom = z.iso.datetime().nullable().openapi({
  description: "The later of from and the first instant visible to the organisation; null if there is none.",
});

/** The later of `from` and the first instant at which a device was on the vehicle. */
export function showDataFrom(history: VehicleHistory, fromMs: number): string | null {
  const [first] = history.assignments;
  return first === undefined ? null : showInstant(Math.max(first.fromMs, fromMs));
}
