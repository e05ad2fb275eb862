import type { AlertType } from "@fleet/domain";
import { z } from "zod";

import type { Executor } from "./database.ts";
import { sql } from "./drizzle.ts";

/** An alert that was raised, by the fix time (Unix milliseconds) of what raised it. */
export interface RaisedAlert {
  readonly vehicleId: number;
  readonly type: AlertType;
  readonly fixTimeMs: number;
}

export interface AlertSpan {
  readonly vehicleId: number;
  readonly type: AlertType;
  readonly startMs: number;
  readonly lastMs: number;
}

/** Of the spans, bounds included, those in which no alert of their type was raised. */
export async function withoutAlert<Span extends AlertSpan>(
  db: Executor,
  spans: readonly Span[],
): Promise<Span[]> {
  if (spans.length === 0) return [];
  const asked = spans.map(({ vehicleId, type, startMs, lastMs }, place) => ({
    place,
    vehicleId,
    type,
    startMs,
    lastMs,
  }));
  const { rows } = await db.execute(sql`
    SELECT r.place FROM json_to_recordset(${JSON.stringify(asked)}::json)
      AS r(place integer, "vehicleId" integer, type text, "startMs" bigint, "lastMs" bigint)
    WHERE EXISTS (SELECT FROM alerts WHERE alerts.vehicle_id = r."vehicleId" AND alerts.type = r.type
      AND alerts.fix_time_ms BETWEEN r."startMs" AND r."lastMs")`);
  const raised = new Set(
    z
      .array(z.object({ place: z.number() }))
      .parse(rows)
      .map(({ place }) => place),
  );
  return spans.filter((_, place) => !raised.has(place));
}

/** Notes alerts as raised. Vehicles deleted meanwhile are passed over. */
export async function addAlerts(tx: Executor, alerts: readonly RaisedAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  await tx.execute(sql`
    INSERT INTO alerts (vehicle_id, type, fix_time_ms)
    SELECT r."vehicleId", r.type, r."fixTimeMs" FROM json_to_recordset(${JSON.stringify(alerts)}::json)
      AS r("vehicleId" integer, type text, "fixTimeMs" bigint)
    JOIN vehicles ON vehicles.id = r."vehicleId"
    ON CONFLICT DO NOTHING`);
}
