import {
  readFoldSnapshots,
  readPositions,
  type ClickHouse,
  type CommittedRows,
  type TimeRange,
} from "@fleet/clickhouse";
import { compareFixes, type DerivedFix, type Fix } from "@fleet/domain";

import { parseSnapshot, type Snapshot } from "./derivation.ts";

/** A snapshot as stored, with the key of its record; null where it cannot be started from. */
export interface StoredSnapshot {
  readonly vehicleId: number;
  readonly fixTimeMs: number;
  readonly deviceId: number;
  readonly contentHash: number;
  readonly snapshot: Snapshot | null;
}

// A snapshot in suspense about leaps is passed over; further back than this, everything is folded again.
const basesTried = 4;

/** The latest committed snapshot of each range's vehicle that can be started from. */
export async function readBases(
  clickhouse: ClickHouse,
  ranges: readonly TimeRange[],
  committed: CommittedRows,
): Promise<Map<number, Snapshot>> {
  const rows = await readFoldSnapshots(clickhouse, ranges, { order: "latest", limit: basesTried, committed });
  const bases = new Map<number, Snapshot>();
  for (const row of rows) {
    const snapshot = bases.has(row.vehicleId) ? null : parseSnapshot(row.snapshot);
    if (snapshot !== null) bases.set(row.vehicleId, snapshot);
  }
  return bases;
}

/** The next snapshots of each vehicle, whoever wrote them; those of failed attempts cannot be started from. */
export async function readNextSnapshots(
  clickhouse: ClickHouse,
  ranges: readonly TimeRange[],
  { limit, committed }: { limit: number; committed: CommittedRows },
): Promise<Map<number, StoredSnapshot[]>> {
  const rows = await readFoldSnapshots(clickhouse, ranges, { order: "earliest", limit, committed: null });
  const stored = rows.map(
    ({ vehicleId, fixTimeMs, deviceId, contentHash, snapshot, rowVersion }): StoredSnapshot => ({
      vehicleId,
      fixTimeMs,
      deviceId,
      contentHash,
      snapshot: committed.has(rowVersion) ? parseSnapshot(snapshot) : null,
    }),
  );
  return Map.groupBy(stored, ({ vehicleId }) => vehicleId);
}

export interface StoredRecords {
  /** In the order of folding. */
  readonly records: readonly DerivedFix[];
  /** Those that an attempt left which never came to be, so that nothing was announced of them. */
  readonly uncommitted: readonly Fix[];
}

/** The records of each range by vehicle. */
export async function readRecords(
  clickhouse: ClickHouse,
  ranges: readonly TimeRange[],
  committed: CommittedRows,
): Promise<Map<number, StoredRecords>> {
  const byVehicle = Map.groupBy(await readPositions(clickhouse, ranges), ({ vehicleId }) => vehicleId);
  return new Map(
    [...byVehicle].map(([vehicleId, rows]) => [
      vehicleId,
      {
        records: rows.map(({ derived }) => derived).sort((a, b) => compareFixes(a.fix, b.fix)),
        uncommitted: rows.filter(({ version }) => !committed.has(version)).map(({ derived }) => derived.fix),
      },
    ]),
  );
}
