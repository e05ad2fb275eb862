import { setTimeout as delay } from "node:timers/promises";

import { z } from "zod";

import type { BenchFleet } from "./system-under-test.ts";

const statesSchema = z.object({
  data: z.array(z.object({ vehicle_id: z.number(), fix_time: z.string().nullable() })),
});

/** Fix time of each vehicle's live state as the API at that address shows it, Unix milliseconds. */
export async function readStates(api: string, { token }: BenchFleet): Promise<ReadonlyMap<number, number>> {
  const response = await fetch(`${api}/states`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`/states answered ${response.status}: ${await response.text()}`);
  const { data } = statesSchema.parse(await response.json());
  return new Map(
    data.map((state) => [state.vehicle_id, state.fix_time === null ? 0 : Date.parse(state.fix_time)]),
  );
}

/** Resolves once every vehicle's live state is of that fix time or a later one. */
export async function visible(api: string, fleet: BenchFleet, fixTimeMs: number): Promise<void> {
  for (;;) {
    const states = await readStates(api, fleet);
    if (fleet.vehicleIds.every((id) => (states.get(id) ?? 0) >= fixTimeMs)) return;
    await delay(10);
  }
}
