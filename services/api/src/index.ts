export { composeApi, type ApiOptions } from "./compose.ts";
export { apiEnv, apiSettings } from "./env.ts";
export { main } from "./main.ts";
export { openStores } from "./stores.ts";
