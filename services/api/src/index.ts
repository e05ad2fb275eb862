export { composeApi, type ApiOptions } from "./compose.ts";
export { apiEnv } from "./env.ts";
export { main } from "./main.ts";
