import { setTimeout as delay } from "node:timers/promises";

import { fixesTopic, type Bus, type FixReport } from "@fleet/bus";
import type { DecodedFix } from "@fleet/domain";
import type { RegisteredDevice } from "@fleet/postgres";
import { traced, type Clock, type Logger } from "@fleet/runtime";

import { acceptFixes } from "./accept-fixes.ts";
import { countOf, timerOf, type GatewayMetrics } from "../gateway-metrics.ts";
import type { RefusalLog } from "../refusal-log.ts";
import type { SignsOfLife } from "./signs-of-life.ts";

interface AppendFixesOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly metrics: GatewayMetrics;
  readonly logger: Logger;
  readonly signsOfLife: SignsOfLife;
  readonly quarantine: Pick<RefusalLog, "noteFrame">;
}

/** Who sent fixes, and from where. */
export interface FixSource {
  readonly protocol: string;
  readonly device: RegisteredDevice;
  readonly peer: string;
  /** Whether the tracker still waits for the answer to what the bus does not take; never unless given. */
  readonly isWaitedFor?: () => boolean;
}

/**
 * Takes in the fixes of one frame; resolves once those accepted are durable on the bus, rejects if they may not be.
 * While `isWaitedFor` says so, what the bus does not take is tried again.
 */
export type AppendFixes = (source: FixSource, fixes: readonly DecodedFix[]) => Promise<void>;

const retryPauseMs = 100;
const retryPauseMaxMs = 2000;

export function createAppendFixes(options: AppendFixesOptions): AppendFixes {
  const { bus, clock, metrics, signsOfLife, quarantine, logger } = options;
  const startTimer = timerOf(metrics.appendSeconds);
  const countAppended = countOf(metrics.fixes, { outcome: "appended" });

  async function append(reports: readonly FixReport[], isWaitedFor: () => boolean): Promise<void> {
    for (let pauseMs = retryPauseMs; ; pauseMs = Math.min(pauseMs * 2, retryPauseMaxMs)) {
      try {
        return await bus.append(fixesTopic, reports);
      } catch (error) {
        logger.debug({ err: error, device: reports[0]?.deviceId }, "the bus did not take fixes");
        if (isWaitedFor()) await delay(pauseMs);
        if (!isWaitedFor()) throw error;
      }
    }
  }

  return async ({ protocol, device, peer, isWaitedFor = () => false }, fixes) => {
    const arrival = { device, protocol, receivedAtMs: clock.now() };
    const { reports, refusals, impossible } = acceptFixes(fixes, arrival);
    for (const value of impossible) metrics.impossible.inc({ protocol, value });
    for (const { reason, fix } of refusals) {
      metrics.fixes.inc({ protocol, outcome: reason });
      const { uniqueId } = device;
      quarantine.noteFrame({ protocol, reason, uniqueId, peer, frame: Buffer.from(JSON.stringify(fix)) });
    }
    if (reports.length > 0) {
      const durable = startTimer(protocol);
      const attributes = { protocol, "device.id": device.deviceId, fixes: fixes.length };
      await traced("gateway append", { attributes }, () => append(reports, isWaitedFor));
      durable();
      countAppended(protocol, fixes.length - refusals.length);
    }
    signsOfLife.note(protocol, device, reports);
  };
}
