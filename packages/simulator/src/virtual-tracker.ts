import { setTimeout as delay } from "node:timers/promises";
import type { DecodedFix } from "@fleet/domain";
import { connectTracker } from "./connect-tracker.ts";
import type { TrackerAddress, TrackerLink } from "./tracker-link.ts";

export interface VirtualTrackerOptions extends TrackerAddress {
  /** The first pause after a failure, doubled at each further one up to the second number. */
  readonly backoffMs: readonly [first: number, most: number];
  /** Told why there was no connection or no answer; it will be tried again. */
  readonly onUnreachable?: (reason: string) => void;
}

/** `refused`: the server does not know the device. `aborted`: the signal came first. */
export type DeliveryOutcome = "delivered" | "refused" | "aborted";

export interface VirtualTracker {
  /** Sends fixes in order until every one is acknowledged. Calls must not overlap. */
  deliver(fixes: readonly DecodedFix[]): Promise<DeliveryOutcome>;
  close(): void;
}

/** A device created a moment ago may not be known everywhere yet, so one refusal is not the last word. */
const refusalsMax = 5;

/**
 * A tracker that keeps each record until it is acknowledged: when the connection is lost or an answer does not
 * come, it connects anew, after a pause, and sends again what was not acknowledged.
 */
export function createVirtualTracker(options: VirtualTrackerOptions): VirtualTracker {
  const { signal } = options;
  const [firstPauseMs, mostPauseMs] = options.backoffMs;
  let link: TrackerLink | null = null;
  let pauseMs = firstPauseMs;
  let refusals = 0;

  function close(): void {
    link?.close();
    link = null;
  }

  /** What the signal ended is no failure to tell of. */
  function tellUnreachable(reason: string): void {
    if (!signal.aborted) options.onUnreachable?.(reason);
  }

  /** Sends what fits one frame; gives how many fixes were taken. */
  async function sendSome(fixes: readonly DecodedFix[]): Promise<number> {
    if (link === null) {
      const connected = await connectTracker(options);
      if (connected.kind !== "connected") {
        if (connected.kind === "refused") refusals++;
        else tellUnreachable(connected.reason);
        return 0;
      }
      link = connected.link;
    }
    const sent = await link.send(fixes.slice(0, link.fixesPerFrameMax));
    if (sent.kind === "acknowledged") return sent.fixes;
    if (sent.kind === "refused") refusals++;
    else tellUnreachable(sent.reason);
    close();
    return 0;
  }

  return {
    close,
    async deliver(fixes) {
      for (let done = 0; done < fixes.length;) {
        if (signal.aborted) return "aborted";
        const taken = await sendSome(fixes.slice(done));
        done += taken;
        if (taken > 0) {
          pauseMs = firstPauseMs;
          refusals = 0;
          continue;
        }
        if (refusals >= refusalsMax) return "refused";
        await delay(pauseMs, undefined, { signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, mostPauseMs);
      }
      return "delivered";
    },
  };
}
