export * from "./abilities.ts";
export * from "./assignment.ts";
export * from "./fix.ts";
export * from "./geo.ts";
export * from "./live-status.ts";
export * from "./page.ts";
export * from "./vehicle.ts";
export * from "./principal.ts";
