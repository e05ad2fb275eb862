import type { Caller, VehicleHistory } from "@fleet/postgres";
import type { Logger } from "@fleet/runtime";
import type { HttpBindings } from "@hono/node-server";

/** What a request carries on its way. `caller` stands behind the access check, `history` behind `ownVehicle`. */
export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    logger: Logger;
    caller: Caller;
    history: VehicleHistory;
  };
}
