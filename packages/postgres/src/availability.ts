import { isNetworkFault } from "@fleet/runtime";
import { DatabaseError } from "pg";

// SQLSTATE classes and codes by which Postgres says "not now": connection faults, a login refused, resources, operator
// intervention (a statement over its deadline among them), a lock not had in time, a server that only reads because it
// took no part in a failover, a database that is not there.
const unavailableCode = /^(08|28|53|57)|^55P03$|^25006$|^3D000$/;
const clientMessage =
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|not queryable|Query read timeout/;

/** Whether a statement failed because Postgres is away or too slow, not because of what it says. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return unavailableCode.test(error.code ?? "");
  if (error instanceof AggregateError) return error.errors.some(isPostgresUnavailable);
  return isNetworkFault(error) || clientMessage.test(error.message) || isPostgresUnavailable(error.cause);
}

// SQLSTATE classes of values that do not fit their type, and of violated constraints.
const refusalCode = /^(22|23)/;

/** Whether a statement failed because of the values it carries: sent again, it fails again. */
export function isPostgresRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return refusalCode.test(error.code ?? "");
  return isPostgresRefusal(error.cause);
}

/** Whether a statement was ended because it and another waited for each other: its transaction may run again. */
export function isPostgresDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return error.code === "40P01";
  return isPostgresDeadlock(error.cause);
}
