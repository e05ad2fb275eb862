import type { DecodedFix, Place } from "@fleet/domain";
import type { Protocol } from "@fleet/protocols";
import { replay } from "./replay.ts";
import type { ReplayResult } from "./replay.ts";
import { syntheticDrive } from "./synthetic-drive.ts";

export interface SyntheticFleetOptions {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  /** One vehicle for each. */
  readonly uniqueIds: readonly string[];
  /** Equal seeds give equal fleets. */
  readonly seed: number;
  readonly home: Place;
  /** When the vehicles set out, Unix milliseconds. A fleet that set out at the same time leads the same life again. */
  readonly setOutMs: number;
  /** Fixes from before are left out, Unix milliseconds. */
  readonly sinceMs: number;
  /** The fleet's now as it begins to send, Unix milliseconds: what is due by then is sent at once. */
  readonly startMs: number;
  /** Between two fixes of a vehicle whose engine runs. */
  readonly intervalMs: number;
  /** Between two fixes of one that is parked; five minutes unless given. */
  readonly parkedIntervalMs?: number | undefined;
  readonly speed: number | "max";
  /** How many fixes each vehicle sends; Infinity for a fleet that runs until the signal. */
  readonly fixesPerVehicle: number;
  readonly fixesPerFrame: number;
  readonly replyTimeoutMs: number;
  readonly backoffMs: readonly [first: number, most: number];
  readonly signal: AbortSignal;
  /** See `VirtualTrackerOptions`; of any vehicle. */
  readonly onUnreachable?: (reason: string) => void;
  /** Called after each frame of any vehicle, with the fixes acknowledged so far. */
  readonly onProgress: (acknowledged: number) => void;
}

/** Runs a fleet of invented vehicles, each a tracker with a connection of its own; results in the order of the ids. */
export async function runSyntheticFleet(options: SyntheticFleetOptions): Promise<ReplayResult[]> {
  const {
    uniqueIds,
    seed,
    setOutMs,
    sinceMs,
    startMs,
    intervalMs,
    parkedIntervalMs,
    home,
    fixesPerVehicle,
    onProgress,
    ...shared
  } = options;
  let acknowledged = 0;
  return Promise.all(
    uniqueIds.map((uniqueId, index) => {
      let before = 0;
      // Starts are spread over one interval, so that a fleet does not send all at one instant.
      const vehicleSetOutMs = setOutMs + Math.round((intervalMs * index) / uniqueIds.length);
      const life = { seed: seed + index, startMs: vehicleSetOutMs, intervalMs, parkedIntervalMs, home };
      return replay({
        ...shared,
        uniqueId,
        startMs,
        fixes: take(since(syntheticDrive(life), sinceMs), fixesPerVehicle),
        onProgress: (own) => {
          acknowledged += own - before;
          before = own;
          onProgress(acknowledged);
        },
      });
    }),
  );
}

function* take(fixes: Iterable<DecodedFix>, count: number): Generator<DecodedFix> {
  let taken = 0;
  if (count <= 0) return;
  for (const fix of fixes) {
    yield fix;
    if (++taken >= count) return;
  }
}

function* since(fixes: Iterable<DecodedFix>, sinceMs: number): Generator<DecodedFix> {
  for (const fix of fixes) if (fix.fixTimeMs >= sinceMs) yield fix;
}
