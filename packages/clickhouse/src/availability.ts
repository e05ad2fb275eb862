import { ClickHouseError } from "@clickhouse/client";

// By code: a deadline passed, too many queries at once, a socket's or the network's fault, no memory left, overload.
const unavailableCodes = new Set(["159", "202", "209", "210", "241", "425", "745"]);

/** Whether a query failed because ClickHouse is away or too slow, not because of what it says. */
export function isClickHouseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ClickHouseError) return unavailableCodes.has(error.code);
  if (error instanceof AggregateError) return error.errors.some(isClickHouseUnavailable);
  if (
    "code" in error &&
    typeof error.code === "string" &&
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(error.code)
  )
    return true;
  return /^(Timeout error|socket hang up)/i.test(error.message) || isClickHouseUnavailable(error.cause);
}
