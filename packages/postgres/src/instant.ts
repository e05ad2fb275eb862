import { sql, type SQL } from "./drizzle.ts";

/** Parameters of raw statements carry no type, and a Date would be written in the machine's own zone. */
export function at(instant: Date): SQL {
  return sql`${instant.toISOString()}::timestamptz`;
}
