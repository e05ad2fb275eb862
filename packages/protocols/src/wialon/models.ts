import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5039;

/** What a vehicle tracker says through this protocol, which has no place of its own for an odometer. */
const vehicleTracker: DeviceCapabilities = {
  ignition: true,
  odometer: false,
  engine_hours: false,
  can_bus: false,
  commands: false,
  battery: true,
  sos: true,
};

export const models: readonly DeviceModel[] = ["UMKa302", "UMKa310", "UMKa311"].map((model) => ({
  slug: `glonasssoft-${model.toLowerCase()}`,
  manufacturer: "GLONASSSoft",
  model,
  protocol: "wialon",
  transports: ["tcp"],
  port: defaultPort,
  capabilities: vehicleTracker,
}));
