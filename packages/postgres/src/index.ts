export * from "./database.ts";
export * from "./listen.ts";
export * from "./migrate.ts";
export * from "./outbox.ts";
export * from "./partition-claims.ts";
export * from "./vehicle-registry.ts";
export * from "./vehicle-states.ts";
