export * from "./database.ts";
export * from "./installation-key.ts";
export * from "./listen.ts";
export * from "./migrate.ts";
export * from "./partition-claims.ts";
export * from "./secret-box.ts";
export * from "./webhooks.ts";
