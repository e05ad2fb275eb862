import { readdirSync } from "node:fs";

import { expect, it } from "vitest";

import { createEvent, eventId } from "./create-event.ts";
import { eventEnvelopeSchema, eventTypes } from "./envelope.ts";
import { eventDataSchemas } from "./event-data.ts";
import { detectStatusChanged } from "./vehicle-status-changed/detect.ts";

it("has a folder with a schema for every type, and a line for every folder", () => {
  const folders = readdirSync(new URL(".", import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "objects")
    .map(({ name }) => name);
  const expected = eventTypes.map((type) => type.replaceAll(/[._]/g, "-"));
  expect(folders.toSorted()).toEqual(expected.toSorted());
  expect(Object.keys(eventDataSchemas).toSorted()).toEqual(eventTypes.toSorted());
});

it("gives the same occurrence the same id, and others another", () => {
  expect(eventId(1, "ignition.on", "5")).toBe(eventId(1, "ignition.on", "5"));
  expect(eventId(1, "ignition.on", "5")).not.toBe(eventId(1, "ignition.off", "5"));
  expect(eventId(1, "ignition.on", "5")).not.toBe(eventId(2, "ignition.on", "5"));
});

it("puts what a detector finds into an envelope that its schema accepts", () => {
  const moment = { atMs: 1000, ignitionOn: true, status: "idle", odometerM: 0, position: null } as const;
  expect(detectStatusChanged({ ignitionOn: true, status: "idle" }, moment)).toBeNull();
  const draft = detectStatusChanged({ ignitionOn: false, status: "offline" }, moment);
  if (draft === null) throw new Error("no change was found");
  const event = createEvent({ id: 3, organisationId: 4, name: "van", plate: null }, draft, 2000);
  expect(eventEnvelopeSchema.parse(event)).toEqual(event);
  expect(eventDataSchemas["vehicle.status_changed"].parse(event.data)).toMatchObject({
    previous: "offline",
    current: "idle",
  });
});
