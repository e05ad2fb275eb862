import type { DeviceCapabilities, DeviceModel } from "../protocol.ts";

export const defaultPort = 5002;

const capabilities: DeviceCapabilities = {
  ignition: true,
  odometer: true,
  engine_hours: false,
  can_bus: false,
  commands: true,
  battery: false,
  sos: true,
};

const modelsByManufacturer: readonly (readonly [manufacturer: string, model: string])[] = [
  ["Xexun", "TK103"],
  ["Xexun", "TK103-2"],
  ["Keson", "KX402"],
  ["Rope", "TK103B"],
];

export const models: readonly DeviceModel[] = modelsByManufacturer.map(([manufacturer, model]) => ({
  slug: `${manufacturer}-${model}`.toLowerCase(),
  manufacturer,
  model,
  protocol: "tk103",
  transports: ["tcp"],
  port: defaultPort,
  capabilities,
}));
