import { assignmentAt, type DecodedFix } from "@fleet/domain";
import { loadDeviceRegistry, openDatabase } from "@fleet/postgres";

export interface WatchedFixes {
  readonly fixes: AsyncIterable<DecodedFix>;
  /** No device has the identifier. */
  readonly isUnknown: boolean;
  /** What to tell of those that passed and that nobody gets to see; null where there are none. */
  note(): string | null;
}

/** Counts, as they pass, a device's fixes from times at which no vehicle carries it: the gateway takes and drops them. */
export async function watchUnassigned(
  fixes: AsyncIterable<DecodedFix>,
  { databaseUrl, uniqueId }: { databaseUrl: string; uniqueId: string },
): Promise<WatchedFixes> {
  // While Postgres is away gateways take fixes all the same.
  const registry = await loadRegistry(databaseUrl).catch(() => null);
  const device = registry?.get(uniqueId);
  let unassigned = 0;
  async function* passing() {
    for await (const fix of fixes) {
      if (device !== undefined && assignmentAt(device.assignments, fix.fixTimeMs) === undefined) unassigned++;
      yield fix;
    }
  }
  return {
    fixes: passing(),
    isUnknown: registry !== null && device === undefined,
    note: () =>
      device === undefined || unassigned === 0
        ? null
        : `${unassigned} of the fixes sent are from times at which device ${device.deviceId} is on no vehicle, so that nobody sees them. ` +
          `Put it on one from before the drive: \`fleet admin device assign --device ${device.deviceId} --vehicle ID --from TIME\`, then send it again.`,
  };
}

async function loadRegistry(url: string) {
  const database = openDatabase({ url, applicationName: "fleet replay", connectionsMax: 1 });
  try {
    return await loadDeviceRegistry(database.db);
  } finally {
    await database.stop();
  }
}
