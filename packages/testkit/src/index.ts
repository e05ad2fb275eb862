export * from "./bare-environment.ts";
export * from "./driven-clock.ts";
export * from "./https-receiver.ts";
export * from "./program-on-path.ts";
export * from "./severed-line.ts";
export * from "./test-logger.ts";
export * from "./test-stores.ts";
export * from "./wait-for.ts";
