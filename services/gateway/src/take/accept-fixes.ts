import type { FixReport } from "@fleet/bus";
import { assignmentAt, type DecodedFix } from "@fleet/domain";
import type { RegisteredDevice } from "@fleet/postgres";

/** Why a fix goes no further, though its frame is acknowledged: sending it again would change nothing. */
export type FixRefusal = "fix_time_in_future" | "fix_time_before_2000" | "not_assigned";

const aheadOfArrivalMaxMs = 600_000;
const earliestFixTimeMs = Date.UTC(2000, 0, 1);

interface Arrival {
  readonly device: RegisteredDevice;
  readonly protocol: string;
  readonly receivedAtMs: number;
}

interface Accepted {
  readonly reports: readonly FixReport[];
  readonly refusals: readonly { readonly reason: FixRefusal; readonly fix: DecodedFix }[];
}

/**
 * Sorts the fixes of one frame by the vehicle that the device sat on at each fix time (decisions, "Fixes"). A fix more
 * than 10 minutes ahead of its arrival, before 2000 or outside any assignment is refused.
 */
export function acceptFixes(fixes: readonly DecodedFix[], arrival: Arrival): Accepted {
  const { device, protocol, receivedAtMs } = arrival;
  const byVehicle = new Map<number, FixReport & { fixes: DecodedFix[] }>();
  const refusals: { reason: FixRefusal; fix: DecodedFix }[] = [];
  for (const fix of fixes) {
    const verdict = judge(fix, arrival);
    if (typeof verdict === "string") {
      refusals.push({ reason: verdict, fix });
      continue;
    }
    const report = byVehicle.get(verdict.vehicleId);
    if (report !== undefined) {
      report.fixes.push(fix);
      continue;
    }
    const { vehicleId, organisationId } = verdict;
    const { deviceId } = device;
    byVehicle.set(vehicleId, { vehicleId, organisationId, deviceId, protocol, receivedAtMs, fixes: [fix] });
  }
  return { reports: [...byVehicle.values()], refusals };
}

function judge(fix: DecodedFix, { device, receivedAtMs }: Arrival) {
  if (fix.fixTimeMs > receivedAtMs + aheadOfArrivalMaxMs) return "fix_time_in_future";
  if (fix.fixTimeMs < earliestFixTimeMs) return "fix_time_before_2000";
  return assignmentAt(device.assignments, fix.fixTimeMs) ?? "not_assigned";
}
