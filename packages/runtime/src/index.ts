export * from "./clock.ts";
export * from "./env.ts";
export * from "./lifecycle.ts";
export * from "./listen-on.ts";
export * from "./logger.ts";
export * from "./metrics.ts";
export * from "./ops-server.ts";
export * from "./process.ts";
