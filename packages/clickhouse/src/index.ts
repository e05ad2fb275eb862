export * from "./availability.ts";
export * from "./client.ts";
export * from "./migrate.ts";
export * from "./positions.ts";
export * from "./stops.ts";
export * from "./trips.ts";
export type { TimeRange, VisibleHistory } from "./visible-history.ts";
