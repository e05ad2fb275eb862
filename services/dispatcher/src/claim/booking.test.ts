import { expect, it } from "vitest";

import { openBooking } from "./booking.ts";
import { createPlaces } from "./places.ts";
import type { Candidate } from "./plan-claims.ts";

const limits = { nowMs: 0, inFlightPerWebhookMax: 8 };
const ended = { webhookId: 1, organisationId: 1 };
const wanting: Candidate = { id: 2, organisationId: 1, nextProbeAt: null, deliveriesMax: 3 };

function onePlaceTaken() {
  const places = createPlaces({ inFlightMax: 3, inFlightPerOrganisationMax: 3 });
  places.take(ended);
  return places;
}

it("what it plans is taken at once, what it frees included", () => {
  const places = onePlaceTaken();
  const booking = openBooking(places);
  booking.free([ended]);
  expect(booking.plan([wanting], limits).orders).toMatchObject([{ webhookId: 2, slots: 3 }]);
  expect(places).toMatchObject({ free: 0, taken: 3 });
  expect(openBooking(places).plan([wanting], limits)).toMatchObject({ orders: [], unplaced: [wanting] });
});

it("confirmed, it keeps the places of what was leased and no others", () => {
  const places = onePlaceTaken();
  const booking = openBooking(places);
  booking.free([ended]);
  booking.plan([wanting], limits);
  booking.confirm([{ webhookId: 2 }]);
  expect(places).toMatchObject({ free: 2, taken: 1 });
  expect([places.takenBy(1), places.takenBy(2), places.freeOf(1)]).toEqual([0, 1, 2]);
});

it("cancelled, it leaves the places as they were", () => {
  const places = onePlaceTaken();
  const booking = openBooking(places);
  booking.free([ended]);
  booking.plan([wanting], limits);
  booking.cancel();
  expect(places).toMatchObject({ free: 2, taken: 1 });
  expect([places.takenBy(1), places.takenBy(2), places.freeOf(1)]).toEqual([1, 0, 2]);
});
