export { composeDispatcher, type DispatcherLimits, type DispatcherOptions } from "./compose.ts";
export { dispatcherEnv, dispatcherSettings } from "./env.ts";
export { main } from "./main.ts";
