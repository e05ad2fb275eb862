export * from "./compose.ts";
export * from "./env.ts";
export { main } from "./main.ts";
