import type { ClickHouse } from "./client.ts";

/** Days last: one may be summed up while its positions are deleted. */
const tables = ["positions", "trips", "stops", "fold_snapshots", "vehicle_days"] as const;

/** Whose history: one vehicle's, or that of all vehicles of an organisation. */
export type HistoryOwner = { readonly vehicleId: number } | { readonly organisationId: number };

/**
 * Deletes a history from the disks of ClickHouse, of every server of the cluster where one is named; resolves once it is
 * gone, which can take a while, since the files that hold it are written anew. Answers how many positions there were,
 * superseded rows included.
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
  for (const table of tables) {
    const stored = cluster === null ? table : `${table}_local ON CLUSTER ${cluster}`;
    await client.command({
      query: `ALTER TABLE ${stored} DELETE WHERE ${condition}`,
      clickhouse_settings: { mutations_sync: "2" },
    });
  }
  return row?.positions ?? 0;
}
