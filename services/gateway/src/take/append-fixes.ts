import { setTimeout as delay } from "node:timers/promises";

import { fixesTopic, type Bus, type FixReport } from "@fleet/bus";
import type { DecodedFix } from "@fleet/domain";
import type { RegisteredDevice } from "@fleet/postgres";
import { traced, type Clock, type Logger } from "@fleet/runtime";

import { acceptFixes } from "./accept-fixes.ts";
import { count, timerOf, type GatewayMetrics } from "../gateway-metrics.ts";
import type { RefusalLog } from "../refusal-log.ts";
import type { SignsOfLife } from "./signs-of-life.ts";

interface AppendFixesOptions {
  readonly bus: Pick<Bus, "append">;
  readonly clock: Clock;
  readonly metrics: GatewayMetrics;
  readonly logger: Logger;
  readonly signsOfLife: SignsOfLife;
  readonly quarantine: Pick<RefusalLog, "noteFrame">;
}

/** Where fixes come from. */
export interface FixSource {
  readonly protocol: string;
  readonly peer: string;
  /** Whether the tracker still waits for the answer to what the bus does not take. */
  readonly isWaitedFor: () => boolean;
}

/** The fixes of one frame, and the device that sent it. */
export interface Upload {
  readonly device: RegisteredDevice;
  readonly fixes: readonly DecodedFix[];
}

/**
 * Takes in the fixes of frames that came together; resolves once those accepted are durable on the bus, rejects if they
 * may not be. While `isWaitedFor` says so, what the bus does not take is tried again.
 */
export type AppendFixes = (source: FixSource, uploads: readonly Upload[]) => Promise<void>;

const retryPauseMs = 100;
const retryPauseMaxMs = 2000;

export function createAppendFixes(options: AppendFixesOptions): AppendFixes {
  const { bus, clock, metrics, signsOfLife, quarantine, logger } = options;
  const startTimer = timerOf(metrics.appendSeconds);

  function accept({ protocol, peer }: FixSource, { device, fixes }: Upload): readonly FixReport[] {
    const arrival = { device, protocol, receivedAtMs: clock.now() };
    const { reports, refusals, impossible } = acceptFixes(fixes, arrival);
    for (const value of impossible) metrics.impossible.inc({ protocol, value });
    for (const { reason, fix } of refusals) {
      metrics.fixes.inc({ protocol, outcome: reason });
      const { uniqueId } = device;
      quarantine.noteFrame({ protocol, reason, uniqueId, peer, frame: Buffer.from(JSON.stringify(fix)) });
    }
    return reports;
  }

  return async (source, uploads) => {
    const { protocol, isWaitedFor } = source;
    const reports = uploads.flatMap((upload) => accept(source, upload));
    if (reports.length > 0) {
      const durable = startTimer(protocol);
      const fixes = reports.reduce((sum, report) => sum + report.fixes.length, 0);
      const attributes = { protocol, "device.id": reports[0]?.deviceId, fixes };
      for (let pauseMs = retryPauseMs; ; pauseMs = Math.min(pauseMs * 2, retryPauseMaxMs)) {
        try {
          await traced("gateway append", { attributes }, () => bus.append(fixesTopic, reports));
          break;
        } catch (error) {
          logger.debug({ err: error, device: reports[0]?.deviceId }, "the bus did not take fixes");
          if (isWaitedFor()) await delay(pauseMs);
          if (!isWaitedFor()) throw error;
        }
      }
      durable();
      count(metrics.appendedFixes, protocol, fixes);
    }
    for (const { device } of uploads) signsOfLife.note(protocol, device, reports);
  };
}
