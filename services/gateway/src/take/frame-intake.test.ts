import type { RegisteredDevice } from "@fleet/postgres";
import { findProtocol, type StreamProtocol } from "@fleet/protocols";
import { createLogger, createMetrics } from "@fleet/runtime";
import { drivenClock } from "@fleet/testkit";
import { describe, expect, test } from "vitest";

import { createGatewayMetrics } from "../gateway-metrics.ts";
import { FrameIntake } from "./frame-intake.ts";

const uniqueId = "356307042441013";

function streamProtocol(name: string): StreamProtocol {
  const protocol = findProtocol(name);
  if (protocol?.kind !== "stream") throw new Error(`no ${name}`);
  return protocol;
}

/** The part under test, in front of a registry that the test writes; devices that gave a sign of life, frames kept. */
function intakeOf(protocol: StreamProtocol) {
  const registry = new Map<string, RegisteredDevice>();
  const signs: RegisteredDevice[] = [];
  const kept: unknown[] = [];
  const nothing = async () => undefined;
  const intake = new FrameIntake(
    { protocol, transport: "tcp", peer: "192.0.2.1" },
    {
      registry: {
        find: (id) => registry.get(id),
        isRead: () => true,
        check: async () => null,
        stop: nothing,
      },
      signsOfLife: { note: (_protocol, device) => void signs.push(device) },
      refusals: { noteUnknown: () => undefined, noteFrame: (frame) => void kept.push(frame), stop: nothing },
      metrics: createGatewayMetrics(createMetrics(), () => 0),
      clock: drivenClock(Date.UTC(2026, 2, 1)),
      logger: createLogger("test", "silent"),
    },
  );
  return { intake, registry, signs, kept, login: protocol.encoder.encodeLogin(uniqueId) ?? new Uint8Array() };
}

function deviceOn(vehicleId: number): RegisteredDevice {
  const assignments = [{ deviceId: 1, vehicleId, organisationId: 100, fromMs: 0, toMs: null }];
  return { deviceId: 1, uniqueId, assignments };
}

describe.each([
  ["gt06", Buffer.from("7878058a000688290d0a", "hex")],
  ["teltonika", Buffer.of(0xff)],
  ["wialon", Buffer.from("#P#\r\n")],
])("a %s heartbeat, which names no device", (name, heartbeat) => {
  test("is a sign of life of the device that logged in, as the registry has it by now", () => {
    const { intake, registry, signs, login } = intakeOf(streamProtocol(name));
    registry.set(uniqueId, deviceOn(10));
    intake.take(login);
    const moved = deviceOn(20);
    registry.set(uniqueId, moved);
    signs.length = 0;
    expect(intake.take(heartbeat).close).toBe(false);
    expect(signs).toEqual([moved]);
  });

  test("is not answered, and closes the connection, once that device is out of service", () => {
    const { intake, registry, signs, login } = intakeOf(streamProtocol(name));
    registry.set(uniqueId, deviceOn(10));
    intake.take(login);
    registry.delete(uniqueId);
    signs.length = 0;
    expect(intake.take(heartbeat)).toEqual({ answers: [null], uploads: [], close: true });
    expect(signs).toEqual([]);
  });
});

test("a fault of the decoder costs its frame and the connection: those before it are answered, and it is kept", () => {
  const protocol = streamProtocol("gt06");
  const heartbeat = Buffer.from("787805130001e9f10d0a", "hex");
  const { intake, registry, kept, login } = intakeOf({
    ...protocol,
    createDecoder: (transport) => {
      const decoder = protocol.createDecoder(transport);
      let frames = 0;
      return {
        decode(frame, nowMs) {
          if ((frames += 1) === 2) throw new Error("a fault");
          return decoder.decode(frame, nowMs);
        },
      };
    },
  });
  registry.set(uniqueId, deviceOn(10));
  const bytes = Buffer.concat([login, heartbeat]);
  expect(intake.take(bytes)).toEqual({ answers: [expect.any(Buffer), null], uploads: [], close: true });
  intake.end();
  expect(kept).toEqual([
    expect.objectContaining({ reason: "fault", uniqueId, frame: new Uint8Array(bytes) }),
  ]);
});
