import { ClickHouseError } from "@clickhouse/client";
import { isNetworkFault } from "@fleet/runtime";

// By code: a deadline passed, a login refused (for want of a password or by a wrong one), too many queries at once, a
// socket's or the network's fault, no memory left by ClickHouse's count or by the system's, no thread, overload, a query
// that an operator or a server about to stop has cancelled; of a cluster: no Keeper, a replica that only reads, no shard
// reached, no connection to one, too few replicas, a quorum not had in time, a Keeper's fault.
const unavailableCodes = new Set(
  "159 194 516 202 209 210 241 173 439 425 745 394 236 225 242 279 203 285 286 319 999".split(" "),
);

/** Whether a query failed because ClickHouse is away or too slow, not because of what it says. */
export function isClickHouseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ClickHouseError) return unavailableCodes.has(error.code);
  if (error instanceof AggregateError) return error.errors.some(isClickHouseUnavailable);
  // Undici's own faults have a code of theirs.
  if ("code" in error && typeof error.code === "string" && error.code.startsWith("UND_ERR_")) return true;
  return (
    isNetworkFault(error) ||
    /^(Timeout error|socket hang up|HTTP status 50[234]$)/i.test(error.message) ||
    isClickHouseUnavailable(error.cause)
  );
}

// By code: text, input and numbers that cannot be read, a type or size that does not fit, a violated constraint.
const refusalCodes = new Set([
  "6",
  "26",
  "27",
  "33",
  "38",
  "41",
  "53",
  "69",
  "70",
  "72",
  "117",
  "131",
  "349",
  "469",
  "691",
]);

/** Whether an insert failed because of what its rows say: sent again, it fails again. */
export function isClickHouseRefusal(error: unknown): boolean {
  return error instanceof ClickHouseError && refusalCodes.has(error.code);
}
