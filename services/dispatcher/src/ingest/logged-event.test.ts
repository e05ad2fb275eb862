import type { EventEnvelope } from "@fleet/events";
import { expect, it } from "vitest";

import { loggedEvent } from "./logged-event.ts";

const envelope: EventEnvelope = {
  id: "trip-ended-1",
  type: "trip.ended",
  created_at: "2026-03-01T10:00:00.250Z",
  tenant_id: 7,
  data: { vehicle: { id: 3, name: "Van", plate: null }, trip: { id: "t1", note: "a\u0000b" } },
};

it("keeps the whole event as the text to be signed", () => {
  const read = loggedEvent(envelope);
  expect(read).toMatchObject({
    ok: true,
    event: { id: "trip-ended-1", organisationId: 7, vehicleId: 3, type: "trip.ended" },
  });
  expect(read.ok && JSON.parse(read.event.body)).toEqual(envelope);
});

it("refuses what Postgres could not store", () => {
  expect(loggedEvent({ ...envelope, id: "a\0b" })).toMatchObject({ ok: false });
  expect(loggedEvent({ ...envelope, id: "é".repeat(128) })).toMatchObject({ ok: false });
  expect(loggedEvent({ ...envelope, created_at: "0000-03-01T10:00:00Z" })).toMatchObject({ ok: false });
  expect(loggedEvent({ ...envelope, tenant_id: 2 ** 31 })).toMatchObject({ ok: false });
  expect(loggedEvent({ ...envelope, id: "e".repeat(255), tenant_id: 2 ** 31 - 1 })).toMatchObject({
    ok: true,
  });
  const vehicle = { id: 2 ** 40, name: "", plate: null };
  expect(loggedEvent({ ...envelope, data: { vehicle } })).toMatchObject({ ok: false });
});
