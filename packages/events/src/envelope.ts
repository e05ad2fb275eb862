import { z } from "zod";

/** Event types (contract, "Events"). */
export const eventTypes = [
  "alert.created",
  "ignition.on",
  "ignition.off",
  "trip.started",
  "trip.ended",
  "geofence.enter",
  "geofence.exit",
  "vehicle.status_changed",
  "device.online",
  "device.offline",
  "command.result",
  "position.updated",
] as const;

export type EventType = (typeof eventTypes)[number];

/** The envelope as it is stored, sent and signed. `id` is a function of what happened, so that a replay gives it again. */
export const eventEnvelopeSchema = z.object({
  id: z.string().min(1),
  type: z.enum(eventTypes),
  created_at: z.iso.datetime(),
  tenant_id: z.number().int(),
  data: z.looseObject({
    vehicle: z.object({ id: z.number().int(), name: z.string(), plate: z.string().nullable() }),
  }),
});

export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>;
