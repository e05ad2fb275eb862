/**
 * What decides between two writes of one row: the later owner of the partition, then the later record, then the later
 * timer round. (A failed attempt ends its owner's epoch.)
 */
export interface RowVersion {
  readonly epoch: number;
  /** The cursor that the write's batch commits. */
  readonly nextOffset: number;
  readonly timerNumber: number;
}

// Epochs fill the upper half, then 40 bits of offset and 24 of timer number: 64 bits in all would be too few.
const offsetShift = 24n;
const epochShift = 64n;

/** As a decimal UInt128: too large for a JSON number. */
export function packRowVersion({ epoch, nextOffset, timerNumber }: RowVersion): string {
  const version = (BigInt(epoch) << epochShift) | (BigInt(nextOffset) << offsetShift) | BigInt(timerNumber);
  return version.toString();
}

/**
 * Which rows are known to be committed: those of the partition's present owner, who reads only what it committed,
 * and those of earlier owners up to the cursor that the present one found. What lies beyond is what an attempt left
 * that failed between ClickHouse and Postgres; its records come again.
 */
export interface CommittedRows {
  has(version: string): boolean;
  /** The same as a condition on the column `version`. */
  readonly condition: string;
}

/**
 * `opened`: the cursor that the present owner found, and its own epoch. `former`: where the logs that were read before
 * this one were left, under their last epochs: an offset means nothing in another log.
 */
export function committedRows(opened: RowVersion, former: readonly RowVersion[] = []): CommittedRows {
  const own = BigInt(opened.epoch);
  const cursorOf = (version: RowVersion) => BigInt(packRowVersion({ ...version, epoch: 0 }));
  const cursor = cursorOf(opened);
  const left = former.map((log) => ({ epoch: BigInt(log.epoch), cursor: cursorOf(log) }));
  const cursorMask = (1n << epochShift) - 1n;
  const epochOf = `bitShiftRight(version, ${epochShift})`;
  const upTo = (to: bigint) => `bitAnd(version, toUInt128('${cursorMask}')) <= toUInt128('${to}')`;
  const ofLeft = left.map((log) => ` OR (${epochOf} <= ${log.epoch} AND ${upTo(log.cursor)})`);
  return {
    has(version) {
      const packed = BigInt(version);
      const [epoch, at] = [packed >> epochShift, packed & cursorMask];
      return epoch === own || at <= cursor || left.some((log) => epoch <= log.epoch && at <= log.cursor);
    },
    condition: `(${epochOf} = ${own} OR ${upTo(cursor)}${ofLeft.join("")})`,
  };
}
