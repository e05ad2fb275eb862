export * from "./compose.ts";
