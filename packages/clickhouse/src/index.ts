export * from "./availability.ts";
export * from "./client.ts";
export * from "./migrate.ts";
export type { HalfOpenRange, VisibleHistory } from "./visible-history.ts";
export * from "./visible-positions.ts";
export * from "./visible-stops.ts";
export * from "./visible-trips.ts";
export * from "./visible-movement.ts";
export * from "./visible-segments.ts";
