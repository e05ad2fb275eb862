import { sql, type Column, type SQL } from "./drizzle.ts";

/**
 * True where a column has one of the integers, of which there may be thousands: they are one parameter, where `inArray`
 * makes a statement of as many.
 */
export function anyOf(column: Column, values: readonly number[]): SQL {
  return sql`${column} = ANY(${sql.param([...values])}::bigint[])`;
}
