export * from "./compose.ts";
export { gatewayEnv, gatewaySettings } from "./env.ts";
export { main } from "./main.ts";
