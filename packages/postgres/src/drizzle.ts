/**
 * What this package uses of Drizzle. Node parses the list of entry points in Drizzle's package.json (170 KB) anew for each
 * import statement that names the package: one in every file was 0.4 s of each command's and service's start.
 */
export * from "drizzle-orm";
export { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
export { migrate } from "drizzle-orm/node-postgres/migrator";
export {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  numeric,
  PgDialect,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type PgColumn,
} from "drizzle-orm/pg-core";
