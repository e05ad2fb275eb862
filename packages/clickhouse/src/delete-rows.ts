import type { ClickHouse } from "./client.ts";
import { storedTable } from "./cluster-form.ts";

export interface Deletion {
  readonly table: string;
  /** `WHERE …`, or `IN PARTITION … WHERE …` where all of them are in one. */
  readonly which: string;
  /** Of ClickHouse's configuration; null is a single server. */
  readonly cluster: string | null;
}

/**
 * Deletes rows from the disks of ClickHouse, of every server of the cluster where one is named; resolves once they are
 * gone, which can take a while, since the files that hold them are written anew.
 */
export async function deleteRows(client: ClickHouse, { table, which, cluster }: Deletion): Promise<void> {
  await client.command({
    query: `ALTER TABLE ${storedTable(table, cluster)} DELETE ${which}`,
    clickhouse_settings: { mutations_sync: "2" },
  });
}
