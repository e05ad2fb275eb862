import { idMax } from "@fleet/domain";
import type { EventEnvelope } from "@fleet/events";
import type { LoggedEvent } from "@fleet/postgres";
import type { TraceContext } from "@fleet/runtime";

/** Far more than ours have, and less than the 2,704 that an index takes. */
const idBytesMax = 255;

export type ReadEvent =
  | { readonly ok: true; readonly event: LoggedEvent }
  | { readonly ok: false; readonly reason: string };

/**
 * The event as it is stored, its body as it will be signed and sent. What Postgres would refuse is told apart here:
 * one such event would otherwise hold up its partition for good.
 */
export function loggedEvent(envelope: EventEnvelope, traceContext?: TraceContext): ReadEvent {
  const { id, type, created_at: createdAt, tenant_id: organisationId, data } = envelope;
  if (id.includes("\0")) return { ok: false, reason: "its id holds a NUL character" };
  if (Buffer.byteLength(id) > idBytesMax)
    return { ok: false, reason: `its id is longer than ${idBytesMax} bytes` };
  // The year before the year 1 has another name there.
  if (createdAt.startsWith("0000")) return { ok: false, reason: "no event is of the year 0" };
  for (const number of [organisationId, data.vehicle.id]) {
    if (Math.abs(number) > idMax) return { ok: false, reason: `no organisation or vehicle is ${number}` };
  }
  const body = JSON.stringify(envelope);
  const vehicleId = data.vehicle.id;
  const event = { id, organisationId, type, vehicleId, createdAt: new Date(createdAt), body, traceContext };
  return { ok: true, event };
}
