export { composeDispatcher, type DispatcherOptions } from "./compose.ts";
export { dispatcherEnv, dispatcherSettings } from "./env.ts";
export type { DispatcherLimits } from "./limits.ts";
export { main } from "./main.ts";
