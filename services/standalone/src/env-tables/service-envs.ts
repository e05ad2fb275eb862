import { apiEnv } from "@fleet/api";
import { dispatcherEnv } from "@fleet/dispatcher";
import { gatewayEnv } from "@fleet/gateway";
import { stateDeriverEnv } from "@fleet/state-deriver";

/** What each service reads of its environment. */
export const serviceEnvs = {
  gateway: gatewayEnv,
  "state-deriver": stateDeriverEnv,
  dispatcher: dispatcherEnv,
  api: apiEnv,
} as const;
