import type { ClickHouse } from "./client.ts";

interface Caller {
  readonly rows: readonly object[];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

interface Lane {
  readonly waiting: Caller[];
  isRunning: boolean;
}

const lanesByClient = new WeakMap<ClickHouse, Map<string, Lane>>();

/**
 * Inserts rows; resolves once they are in the table. What callers bring while an insert into the table is under way goes
 * into the next one together, because each insert costs ClickHouse a part to write and to merge, however few its rows.
 */
export async function insertRows(client: ClickHouse, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const lanes = lanesByClient.get(client) ?? new Map<string, Lane>();
  lanesByClient.set(client, lanes);
  const lane = lanes.get(table) ?? { waiting: [], isRunning: false };
  lanes.set(table, lane);
  await new Promise<void>((resolve, reject) => {
    lane.waiting.push({ rows, resolve, reject });
    if (!lane.isRunning) void run(client, table, lane);
  });
}

async function run(client: ClickHouse, table: string, lane: Lane): Promise<void> {
  lane.isRunning = true;
  while (lane.waiting.length > 0) {
    const callers = lane.waiting.splice(0);
    try {
      await insert(client, table, callers);
    } catch {
      // One caller's rows may be at fault: the others are not to suffer for it.
      for (const caller of callers) await insert(client, table, [caller]).catch(caller.reject);
    }
  }
  lane.isRunning = false;
}

async function insert(client: ClickHouse, table: string, callers: readonly Caller[]): Promise<void> {
  const values = callers.flatMap(({ rows }) => rows);
  await client.insert({ table, values, format: "JSONEachRow" });
  for (const { resolve } of callers) resolve();
}
