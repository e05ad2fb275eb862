export * from "./bus.ts";
export * from "./topics.ts";
