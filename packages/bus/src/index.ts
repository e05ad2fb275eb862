export * from "./bus.ts";
export * from "./bus-env.ts";
export type { BusOptions } from "./bus-options.ts";
export * from "./create-bus.ts";
export * from "./start-database-and-bus.ts";
export { fixesPerReportMax, type FixReport } from "./fix-report.ts";
export * from "./topics.ts";
