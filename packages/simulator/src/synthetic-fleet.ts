import { setImmediate } from "node:timers/promises";
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

/** The process goes on with its other work at least so often while the vehicles pass over the time that lies behind. */
const stretchesMs = 50;

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
  const passing = { sinceMs, stretchMs: stretchesMs / uniqueIds.length, signal: shared.signal };
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
        fixes: take(since(syntheticDrive(life), passing), fixesPerVehicle),
        onProgress: (own) => {
          acknowledged += own - before;
          before = own;
          onProgress(acknowledged);
        },
      });
    }),
  );
}

async function* take(fixes: AsyncIterable<DecodedFix>, count: number): AsyncGenerator<DecodedFix> {
  let taken = 0;
  if (count <= 0) return;
  for await (const fix of fixes) {
    yield fix;
    if (++taken >= count) return;
  }
}

interface Passing {
  readonly sinceMs: number;
  readonly stretchMs: number;
  readonly signal: AbortSignal;
}

/** Passes over what lies before, which may be months: a stretch at a time, or until the signal. */
async function* since(
  fixes: Iterable<DecodedFix>,
  { sinceMs, stretchMs, signal }: Passing,
): AsyncGenerator<DecodedFix> {
  let pausedAt = performance.now();
  for (const fix of fixes) {
    if (fix.fixTimeMs >= sinceMs || signal.aborted) yield fix;
    else if (performance.now() - pausedAt > stretchMs) {
      await setImmediate();
      pausedAt = performance.now();
    }
  }
}
