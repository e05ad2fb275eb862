export * from "./clickhouse/start-clickhouse.ts";
export * from "./data-directory.ts";
export * from "./postgres/start-postgres.ts";
export { StackError, type StackErrorCode } from "./stack-error.ts";
