import type { DecodedFix } from "@fleet/domain";
import { findProtocol } from "@fleet/protocols";
import { replay, syntheticDrive } from "@fleet/simulator";

const startMs = Date.parse("2019-06-01T08:00:00Z");
const home = { lat: 48.1, lng: 11.6 };
/** An hour of the fleet's life a minute. */
const speed = 60;
const intervalMs = 5000;

/** Vehicles that live on until told to end, each with a tracker that keeps what is not acknowledged. */
export interface StreamingFleet {
  /** Fixes acknowledged so far, of all. */
  readonly acknowledged: number;
  /** Parks every vehicle, waits until all is acknowledged, and gives what each has sent. */
  finish(): Promise<DecodedFix[][]>;
}

export function streamFleet(port: number, uniqueIds: readonly string[]): StreamingFleet {
  const acknowledged = uniqueIds.map(() => 0);
  const sent = uniqueIds.map((): DecodedFix[] => []);
  let finishing = false;

  function* life(index: number): Generator<DecodedFix> {
    const fixes = syntheticDrive({ seed: index + 1, startMs: startMs + index * 1000, intervalMs, home });
    for (const fix of parkedAtLast(fixes, () => finishing)) {
      sent[index]?.push(fix);
      yield fix;
    }
  }

  const sending = uniqueIds.map((uniqueId, index) =>
    deliver({
      port,
      uniqueId,
      fixes: life(index),
      speed,
      onProgress: (count) => (acknowledged[index] = count),
    }),
  );
  const all = Promise.all(sending);
  all.catch(() => undefined);
  return {
    get acknowledged() {
      return acknowledged.reduce((sum, count) => sum + count, 0);
    },
    async finish() {
      finishing = true;
      await all;
      return sent;
    },
  };
}

/** Sends all of it as a tracker does; throws unless every fix was acknowledged. */
export async function deliver(options: {
  port: number;
  uniqueId: string;
  fixes: Iterable<DecodedFix>;
  speed: number | "max";
  onProgress?: (acknowledged: number) => void;
}): Promise<void> {
  const protocol = findProtocol("teltonika");
  if (protocol === undefined) throw new Error("there is no Teltonika protocol");
  const { outcome } = await replay({
    onProgress: () => {},
    ...options,
    protocol,
    host: "127.0.0.1",
    fixesPerFrame: 20,
    replyTimeoutMs: 5000,
    backoffMs: [50, 500],
    signal: AbortSignal.timeout(1_800_000),
  });
  if (outcome !== "delivered") throw new Error(`the tracker ${options.uniqueId} ended: ${outcome}`);
}

/** Switches the engine off in the end, and tells once more later, which settles the last trip without a timer. */
function* parkedAtLast(fixes: Iterable<DecodedFix>, isOver: () => boolean): Generator<DecodedFix> {
  for (const fix of fixes) {
    yield fix;
    if (!isOver()) continue;
    const parked = { ...fix, speedKmh: 0, ignition: false };
    yield { ...parked, fixTimeMs: fix.fixTimeMs + 1000 };
    yield { ...parked, fixTimeMs: fix.fixTimeMs + 301_000 };
    return;
  }
}
