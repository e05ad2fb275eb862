import type { EventEnvelope, EventType } from "./envelope.ts";
import { eventDataExample } from "./event-data-examples.ts";

/** No vehicle has this id. */
const testVehicle = { id: 0, name: "Test", plate: null };

/**
 * An event by which a receiver can be tried: of its type's shape, of no vehicle, marked by `test: true` in its data.
 * Nothing happened that could make its id, so `random`, 16 bytes, does.
 */
export function createTestEvent(
  type: EventType,
  { organisationId, createdAtMs, random }: { organisationId: number; createdAtMs: number; random: Buffer },
): EventEnvelope {
  const data = eventDataExample(type);
  return {
    id: `evt_${random.toString("hex")}`,
    type,
    created_at: new Date(createdAtMs).toISOString(),
    tenant_id: organisationId,
    data: {
      test: true,
      ...data,
      ...("trip" in data ? { trip: { ...data.trip, vehicle_id: testVehicle.id } } : {}),
      vehicle: testVehicle,
    },
  };
}
