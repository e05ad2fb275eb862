import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5093;

/** A watch has no vehicle to tell of. */
const capabilities: DeviceCapabilities = {
  ignition: false,
  odometer: false,
  engine_hours: false,
  can_bus: false,
  commands: true,
  battery: true,
  sos: true,
};

const modelsByManufacturer: readonly (readonly [manufacturer: string, model: string])[] = [
  ["4P-Touch", "D31"],
  ["4P-Touch", "D46"],
  ["Wonlex", "GW100"],
  ["Wonlex", "GW300"],
  ["Wonlex", "GW700"],
  ["Wonlex", "GW900S"],
  ["Wonlex", "EW100"],
  ["Reachfar", "V28"],
];

export const models: readonly DeviceModel[] = modelsByManufacturer.map(([manufacturer, model]) => ({
  slug: `${manufacturer}-${model}`.toLowerCase(),
  manufacturer,
  model,
  protocol: "watch",
  transports: ["tcp"],
  port: defaultPort,
  capabilities,
}));
