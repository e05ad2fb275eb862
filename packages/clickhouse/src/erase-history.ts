import type { ClickHouse } from "./client.ts";
import { deleteRows } from "./delete-rows.ts";

/** Days last: one may be summed up while its positions are deleted. */
const tables = ["positions", "trips", "stops", "fold_snapshots", "vehicle_days"] as const;

/** Whose history: one vehicle's, or that of all vehicles of an organisation. */
export type HistoryOwner = { readonly vehicleId: number } | { readonly organisationId: number };

/**
 * Deletes a history from the disks of ClickHouse; resolves once it is gone, which can take a while. `cluster` names that
 * of ClickHouse's configuration; null is a single server. Answers how many positions there were, superseded rows
 * included.
 */
export async function eraseHistory(
  client: ClickHouse,
  owner: HistoryOwner,
  cluster: string | null,
): Promise<number> {
  const condition =
    "vehicleId" in owner ? `vehicle_id = ${owner.vehicleId}` : `organisation_id = ${owner.organisationId}`;
  const result = await client.query({
    query: `SELECT count() AS positions FROM positions WHERE ${condition}`,
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ positions: number }>();
  for (const table of tables) await deleteRows(client, { table, which: `WHERE ${condition}`, cluster });
  return row?.positions ?? 0;
}
