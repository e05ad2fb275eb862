import type { Principal } from "@fleet/domain";

import { insideAny, ofVehicle, visible, type Condition, type VisibleHistory } from "./visible-history.ts";

/** A vehicle's rows of `vehicle_days`, and which of them stand for their positions. */
export interface VisibleDays {
  readonly ofVehicle: Condition;
  /** True for a summed day whose records all lie inside one of the organisation's assignments. Needs the parameters of `ofVehicle`. */
  readonly usable: string;
}

/** Of the history's vehicle, as the principal's organisation may see it. */
export function visibleDays(principal: Principal, history: VisibleHistory): VisibleDays {
  const seen = { time: "first_time", lastTime: "last_time", device: "device_id" };
  const { sql, params } = visible(principal, history, seen);
  return {
    ofVehicle: { sql: ofVehicle, params },
    usable: `(summed AND (${sql} OR ${insideAny(history.expiredStays, seen)}))`,
  };
}
