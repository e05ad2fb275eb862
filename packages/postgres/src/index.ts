export * from "./admin/index.ts";
export * from "./bus-group.ts";
export * from "./bus-log.ts";
export * from "./database.ts";
export * from "./device-registry.ts";
export * from "./listen.ts";
export * from "./migrate.ts";
export * from "./partition-claims.ts";
